/** What the command says of itself. */

/** Where it listens unless it is told otherwise, so that examples can name an address. */
export const defaultPort = 4010;

export const help = `Usage: video-generation-emulator [options]

Runs an emulator of the Video Generation Service on this machine.

Where it is called
  --port <number>          port to listen on, 0 for any            (${defaultPort})
  --host <address>         address to listen on                    (127.0.0.1)
  --public-url <url>       base of the addresses it hands out      (as it was called)
  --token <text>           the token that requests have to carry   (emulator-token)
  --control-host <host>    a name by which other machines may call the control
                           plane, * for any; may be repeated       (this machine alone)
  --control-token <text>   what they have to send                  (random)
  --allow-host <host>      a private host that addresses may lead to; may be repeated

What it does
  --profile <name>         assumed: fill the gaps of the specification
                           strict: show only what it states        (assumed)
  --gaps <choice>          random, or gap=reading[,gap=reading...]
  --catalogue <file>       JSON with publicAvatars, customAvatars, publicVoices
  --render <duration>      how long a job renders, 2s or 2s..30s   (10s)
  --render local           make real videos, with the package
                           video-generation-renderer; may stand beside a duration
  --queue <address>        have workers make them: postgres://user:password@host/db
  --storage <place>        where the workers put them: a folder, or s3://bucket/prefix
  --latency <duration>     how long answers are held back, 20ms or 20ms..80ms
  --outcome <choice>       fail=10%[,stall=1%]: how likely jobs fail or never end
  --clock <mode>           auto, or manual: stands still until it is moved
  --seed <number>          the same identifiers, faults and readings in every run

What it keeps
  --data <folder>          keep the jobs in this folder            (in memory)
  --force                  change what a data folder began with
  --max-jobs <number>      drop the oldest finished job of more    (100000)

  --version, --help

Exit codes: 0 stopped, 2 an option cannot be used.`;
