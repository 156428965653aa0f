/**
 * Replaces samples of an MP4 file by those of other files: what changes is written, and the rest copied as it is. ffmpeg would read,
 * take apart and count the whole file again.
 */
import { type FileHandle, open } from "node:fs/promises";
import { createFile, DataStream, type ISOFile, MP4BoxBuffer } from "mp4box";

/** Samples of a file take the place of as many of the base. */
export interface Replacement {
  kind: "vide" | "soun";
  /** The first sample of the base that is replaced. */
  at: number;
  file: string;
  /** Which samples of the file. @default all */
  from?: number;
  count?: number;
}

interface Sample {
  /** Where its bytes are. */
  file: FileHandle;
  offset: number;
  size: number;
  isSync: boolean;
  chunk: number | undefined;
  /** Where its bytes go. */
  target: number;
}

const copySize = 1024 * 1024;

/**
 * Writes `base` to `target`, other samples in it. Both have their index in front.
 *
 * @throws {Error} when the index, read again, does not say of each sample where its bytes went
 */
export async function replaceSamples(
  base: string,
  replacements: Replacement[],
  target: string,
): Promise<void> {
  const opened: FileHandle[] = [];
  const openFile = async (path: string, flags = "r") => {
    const file = await open(path, flags);
    opened.push(file);
    return file;
  };
  try {
    const source = await openFile(base);
    const movie = await indexOf(base, source);
    const tracks = new Map(movie.moov.traks.map((track) => [track, samplesOf(track, source)]));
    // What takes the place of a sample goes where that was.
    const inOrder = [...tracks.values()].flat().sort((one, other) => one.offset - other.offset);
    for (const { kind, at, file, from = 0, count } of replacements) {
      const other = await openFile(file);
      const samples = samplesOf(trackOf(await readIndex(other), kind), other);
      const taken = samples.slice(from, count === undefined ? undefined : from + count);
      const replaced = tracks.get(trackOf(movie, kind))?.slice(at, at + taken.length) ?? [];
      if (taken.length !== (count ?? taken.length) || replaced.length !== taken.length)
        throw new Error(`${file} has another number of samples than ${base} has room for`);
      for (const [index, sample] of replaced.entries())
        Object.assign(sample, taken[index], { chunk: sample.chunk });
    }
    const { start: indexStart = 0 } = movie.moov;
    const before = Buffer.alloc(indexStart);
    await source.read(before, 0, before.length, 0);
    const index = placeSamples(movie, tracks, inOrder);
    const data = Buffer.alloc(8);
    data.writeUInt32BE(inOrder.reduce((sum, { size }) => sum + size, data.length));
    data.write("mdat", 4, "latin1");
    const written = await openFile(target, "w+");
    await written.writeFile(Buffer.concat([before, index, data]));
    await copySamples(inOrder, written);
    checkIndex(await readIndex(written), tracks);
  } finally {
    await Promise.all(opened.map((file) => file.close()));
  }
}

/** The last base videos, by path and time: reading the index of ten minutes takes as long as all else that a row writes. */
const indexes = new Map<string, ISOFile>();
const maxIndexes = 4;

async function indexOf(path: string, file: FileHandle): Promise<ISOFile> {
  const { mtimeMs, size } = await file.stat();
  const key = `${path} ${mtimeMs} ${size}`;
  const movie = indexes.get(key) ?? (await readIndex(file));
  indexes.delete(key);
  indexes.set(key, movie);
  for (const old of [...indexes.keys()].slice(0, -maxIndexes)) indexes.delete(old);
  return movie;
}

/**
 * Says of each sample where its bytes go. Returns the index with it. In one step, because other rows have the same index of the base.
 *
 * @param inOrder all samples, as their bytes shall lie
 */
function placeSamples(movie: ISOFile, tracks: Map<Track, Sample[]>, inOrder: Sample[]): Buffer {
  for (const [{ mdia }, samples] of tracks) {
    const { stsz, stss } = mdia.minf.stbl;
    // One size for all samples, as silence has it, holds no longer: zero says that each has its own.
    stsz.sample_size = 0;
    stsz.sample_sizes = samples.map(({ size }) => size);
    if (stss)
      stss.sample_numbers = samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : []));
  }
  // The index has its length whatever the offsets are, so they can be written when it is known.
  let end = (movie.moov.start ?? 0) + writeIndex(movie).length + 8;
  for (const sample of inOrder) {
    sample.target = end;
    end += sample.size;
  }
  for (const [{ mdia }, samples] of tracks)
    mdia.minf.stbl.stco.chunk_offsets = samples
      .filter(({ chunk }, index) => chunk !== samples[index - 1]?.chunk)
      .map((first) => first.target);
  return writeIndex(movie);
}

type Track = ISOFile["moov"]["traks"][number];

/** Reads a file until its index is whole. */
async function readIndex(file: FileHandle): Promise<ISOFile> {
  const movie = createFile();
  for (let at = 0; !movie.moov; at += copySize) {
    const { buffer, bytesRead } = await file.read(new Uint8Array(copySize), 0, copySize, at);
    if (bytesRead === 0) throw new Error("a video has no index");
    movie.appendBuffer(MP4BoxBuffer.fromArrayBuffer(buffer.buffer.slice(0, bytesRead), at));
  }
  return movie;
}

/** Each sample as it was put, at the time that it has in the base. */
function checkIndex(written: ISOFile, tracks: Map<Track, Sample[]>): void {
  for (const [index, [{ samples: before }, placed]] of [...tracks].entries()) {
    const { samples: found = [] } = written.moov.traks[index] ?? {};
    const isRight = (sample: Sample, at: number) =>
      found[at]?.offset === sample.target &&
      found[at].size === sample.size &&
      found[at].is_sync === sample.isSync &&
      found[at].dts === before[at]?.dts;
    const track = `track ${index + 1}`;
    if (found.length !== placed.length)
      throw new Error(
        `${track} of a video has ${found.length} samples in place of ${placed.length}`,
      );
    const wrong = placed.findIndex((sample, at) => !isRight(sample, at));
    if (wrong >= 0) throw new Error(`the index of a video is wrong at sample ${wrong} of ${track}`);
  }
}

function writeIndex({ moov }: ISOFile): Buffer {
  const stream = new DataStream();
  moov.write(stream);
  return Buffer.from(stream.buffer);
}

function trackOf({ moov }: ISOFile, kind: Replacement["kind"]): Track {
  const found = moov.traks.find(({ mdia }) => mdia.hdlr.handler === kind);
  if (!found) throw new Error(`a video has no track of the kind ${kind}`);
  return found;
}

function samplesOf({ samples }: Track, file: FileHandle): Sample[] {
  return samples.map(({ offset, size, is_sync: isSync, chunk_index: chunk }) => {
    return { file, offset, size, isSync, chunk, target: 0 };
  });
}

/** What lies side by side is copied together. */
async function copySamples(samples: Sample[], target: FileHandle): Promise<void> {
  const buffer = Buffer.allocUnsafe(copySize);
  for (let index = 0; index < samples.length;) {
    const { file, offset } = samples[index] as Sample;
    let end = offset;
    for (; samples[index]?.file === file && samples[index]?.offset === end; index++)
      end += samples[index]?.size ?? 0;
    for (let at = offset; at < end;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(copySize, end - at), at);
      if (bytesRead === 0) throw new Error("a video ends before its index says so");
      await target.writeFile(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
  }
}
