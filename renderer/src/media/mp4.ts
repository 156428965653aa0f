/**
 * Replaces samples of an MP4 file by those of other files: what changes is written, and the rest copied as it is. ffmpeg would read,
 * take apart and count the whole file again. ISO/IEC 14496-12.
 */
import { type FileHandle, open } from "node:fs/promises";

export type TrackKind = "vide" | "soun";

/** Samples of a file take the place of as many of the base. */
export interface Replacement {
  kind: TrackKind;
  /** The first sample of the base that is replaced. */
  at: number;
  file: string;
  /** Which samples of the file. @default all */
  from?: number;
  count?: number;
}

interface Sample {
  offset: number;
  size: number;
  isSync: boolean;
  /** File that holds it, where it is not the base. */
  file?: FileHandle;
}

interface Chunk {
  track: Track;
  first: number;
  count: number;
  offset: number;
}

interface Track {
  kind: TrackKind;
  samples: Sample[];
  chunks: Chunk[];
}

interface Movie {
  /** What stands before the box `moov`, and the box itself. */
  before: Buffer;
  moov: Buffer;
  tracks: Track[];
}

const copySize = 4 * 1024 * 1024;

/** Writes `base` to `target`, other samples in it. The base has its index in front, and so does the target. */
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
    const { before, moov, tracks } = await readMovie(source);
    for (const { kind, at, file, from = 0, count } of replacements) {
      const other = await openFile(file);
      const { samples } = trackOf((await readMovie(other)).tracks, kind);
      const taken = samples.slice(from, count === undefined ? undefined : from + count);
      const track = trackOf(tracks, kind);
      if (taken.length !== (count ?? taken.length) || at + taken.length > track.samples.length)
        throw new Error(`${file} has another number of samples than ${base} has room for`);
      taken.forEach((sample, index) => (track.samples[at + index] = { ...sample, file: other }));
    }
    const chunks = tracks
      .flatMap((track) => track.chunks)
      .sort((one, other) => one.offset - other.offset);
    // The index has its length whatever the offsets are, so they can be written when it is known.
    const dataStart = before.length + writeIndex(moov, tracks).length + 8;
    let end = dataStart;
    for (const chunk of chunks) {
      chunk.offset = end;
      for (const { size } of samplesOf(chunk)) end += size;
    }
    const header = Buffer.alloc(8);
    header.writeUInt32BE(end - dataStart + 8);
    header.write("mdat", 4, "latin1");
    const written = await openFile(target, "w");
    await written.writeFile(Buffer.concat([before, writeIndex(moov, tracks), header]));
    const buffer = Buffer.allocUnsafe(copySize);
    for (const run of joinRuns(chunks.flatMap(samplesOf), source))
      await copyBytes(run.file, run.offset, run.size, written, buffer);
  } finally {
    await Promise.all(opened.map((file) => file.close()));
  }
}

async function copyBytes(
  from: FileHandle,
  offset: number,
  size: number,
  to: FileHandle,
  buffer: Buffer,
): Promise<void> {
  for (let done = 0; done < size;) {
    const wanted = Math.min(buffer.length, size - done);
    const { bytesRead } = await from.read(buffer, 0, wanted, offset + done);
    if (bytesRead === 0) throw new Error("a video ends before its index says so");
    await to.writeFile(buffer.subarray(0, bytesRead));
    done += bytesRead;
  }
}

/** What lies side by side is copied together. */
function joinRuns(samples: Sample[], base: FileHandle) {
  const runs: { file: FileHandle; offset: number; size: number }[] = [];
  for (const { file = base, offset, size } of samples) {
    const last = runs.at(-1);
    if (last && last.file === file && last.offset + last.size === offset) last.size += size;
    else runs.push({ file, offset, size });
  }
  return runs;
}

function samplesOf({ track, first, count }: Chunk): Sample[] {
  return track.samples.slice(first, first + count);
}

function trackOf(tracks: Track[], kind: TrackKind): Track {
  const found = tracks.find((track) => track.kind === kind);
  if (!found) throw new Error(`a video has no track of the kind ${kind}`);
  return found;
}

async function readMovie(file: FileHandle): Promise<Movie> {
  const { size: fileSize } = await file.stat();
  const header = Buffer.alloc(16);
  for (let at = 0; at + 8 <= fileSize;) {
    await file.read(header, 0, 16, at);
    const short = header.readUInt32BE(0);
    const size = short === 1 ? Number(header.readBigUInt64BE(8)) : short || fileSize - at;
    if (header.toString("latin1", 4, 8) === "moov") {
      const [before, moov] = [Buffer.alloc(at), Buffer.alloc(size)];
      await file.read(before, 0, at, 0);
      await file.read(moov, 0, size, at);
      // Where the data come first, nobody needs what stands before.
      return { before: at < 1024 ? before : Buffer.alloc(0), moov, tracks: readTracks(moov) };
    }
    at += Math.max(8, size);
  }
  throw new Error("a video has no index");
}

function readTracks(moov: Buffer): Track[] {
  return childrenOf(moov)
    .filter(({ type }) => type === "trak")
    .map(({ box }) => {
      const mdia = find(box, "mdia");
      const stbl = find(mdia, "minf", "stbl");
      const kind = find(mdia, "hdlr").toString("latin1", 16, 20) as TrackKind;
      const track: Track = { kind, samples: [], chunks: [] };
      const sizes = readSizes(find(stbl, "stsz"));
      const syncs = childrenOf(stbl).find(({ type }) => type === "stss");
      const sync = syncs && new Set(readNumbers(syncs.box));
      const chunkSizes = readChunkSizes(find(stbl, "stsc"));
      readNumbers(find(stbl, "stco")).forEach((offset, index) => {
        const count = chunkSizes(index + 1);
        track.chunks.push({ track, first: track.samples.length, count, offset });
        let at = offset;
        for (let place = 0; place < count; place++) {
          const size = sizes[track.samples.length] ?? 0;
          const isSync = sync?.has(track.samples.length + 1) ?? true;
          track.samples.push({ offset: at, size, isSync });
          at += size;
        }
      });
      return track;
    });
}

/** The box `moov` with the tables of its tracks as they are now. */
function writeIndex(moov: Buffer, tracks: Track[]): Buffer {
  const remaining = [...tracks];
  const write = (box: Buffer, track?: Track): Buffer => {
    const children = childrenOf(box).map((child) => {
      if (child.type === "trak") return write(child.box, remaining.shift());
      if (/^(?:mdia|minf|stbl)$/.test(child.type)) return write(child.box, track);
      if (track && child.type === "stsz") return writeSizes(track);
      if (track && child.type === "stco")
        return writeTable(
          "stco",
          [],
          track.chunks.map(({ offset }) => offset),
        );
      if (track && child.type === "stss") return writeSyncs(track);
      return child.box;
    });
    return writeBox(box.toString("latin1", 4, 8), children);
  };
  return write(moov);
}

/** Of one size or of many. */
function readSizes(stsz: Buffer): number[] {
  const [size, count] = [stsz.readUInt32BE(12), stsz.readUInt32BE(16)];
  return Array.from({ length: count }, (_, index) => size || stsz.readUInt32BE(20 + index * 4));
}

function writeSizes({ samples }: Track): Buffer {
  return writeTable(
    "stsz",
    [0],
    samples.map(({ size }) => size),
  );
}

function writeSyncs({ samples }: Track): Buffer {
  return writeTable(
    "stss",
    [],
    samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : [])),
  );
}

/** How many samples a chunk has, by its number from 1. */
function readChunkSizes(stsc: Buffer): (chunk: number) => number {
  const entries = Array.from({ length: stsc.readUInt32BE(12) }, (_, index) => ({
    from: stsc.readUInt32BE(16 + index * 12),
    count: stsc.readUInt32BE(20 + index * 12),
  }));
  let current = 0;
  // Asked for in their order.
  return (chunk) => {
    while ((entries[current + 1]?.from ?? Infinity) <= chunk) current++;
    return entries[current]?.count ?? 0;
  };
}

function readNumbers(box: Buffer): number[] {
  return Array.from({ length: box.readUInt32BE(12) }, (_, index) =>
    box.readUInt32BE(16 + index * 4),
  );
}

function writeTable(type: string, first: number[], numbers: number[]): Buffer {
  const table = [0, ...first, numbers.length, ...numbers];
  const content = Buffer.allocUnsafe(table.length * 4);
  table.forEach((number, index) => content.writeUInt32BE(number, index * 4));
  return writeBox(type, [content]);
}

function writeBox(type: string, contents: Buffer[]): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, 8));
  header.write(type, 4, "latin1");
  return Buffer.concat([header, ...contents]);
}

function childrenOf(box: Buffer): { type: string; box: Buffer }[] {
  const children = [];
  for (let at = 8; at + 8 <= box.length;) {
    const size = Math.max(8, box.readUInt32BE(at));
    children.push({
      type: box.toString("latin1", at + 4, at + 8),
      box: box.subarray(at, at + size),
    });
    at += size;
  }
  return children;
}

function find(box: Buffer, ...path: string[]): Buffer {
  return path.reduce((parent, wanted) => {
    const found = childrenOf(parent).find(({ type }) => type === wanted);
    if (!found) throw new Error(`a video has no box ${wanted}`);
    return found.box;
  }, box);
}
