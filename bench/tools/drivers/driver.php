<?php

// Makes the calls of the matrix with the client that was generated beside this file: a process for each, as PHP has no threads.

declare(strict_types=1);

namespace VideoGenerationService;

require __DIR__ . '/client.php';

// The output is for reports.
ini_set('display_errors', 'stderr');

function call(array $row): string
{
    $client = new Client(new Config(
        serverUrl: $row['base'],
        auth: ['bearer' => $row['token']],
        timeout: (float) $row['timeout'],
        retry: ['attempts' => 3, 'delay' => 0.5],
    ));
    return match ($row['op']) {
        'read' => $client->getHpJob('job-1')->jobId,
        'create' => $client->createHpJob(HpJobInput::fromArray($row['body']))->jobId,
        'lipsync' => $client->createLipsyncVideo(LipsyncVideoInput::fromArray($row['body']))->jobId,
        default => throw new \LogicException('It has no wait.'),
    };
}

function run(array $row): array
{
    try {
        return ['ok' => true, 'value' => ['job_id' => call($row)]];
    } catch (\Throwable $error) {
        return ['ok' => false, 'error' => $error::class, 'message' => $error->getMessage()];
    }
}

$calls = [];
// A call that sleeps for an hour must not outlive the matrix.
$end = function () use (&$calls): never {
    foreach ($calls as $call) {
        posix_kill($call, SIGKILL);
    }
    exit(0);
};
pcntl_async_signals(true);
pcntl_signal(SIGTERM, $end);
while (($line = fgets(STDIN)) !== false) {
    $row = json_decode($line, true);
    $call = pcntl_fork();
    if ($call === 0) {
        pcntl_signal(SIGTERM, SIG_DFL);
        fwrite(STDOUT, json_encode(['id' => $row['id']] + run($row)) . "\n");
        exit(0);
    }
    $calls[$call] = $call;
    while (($ended = pcntl_waitpid(-1, $status, WNOHANG)) > 0) {
        unset($calls[$ended]);
    }
}
$end();
