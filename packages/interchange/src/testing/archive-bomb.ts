import { deflateRawSync } from 'node:zlib'

const localBytes = 30
const entryBytes = 46
const endBytes = 22
const deflated = 8

/** Creates an archive with one member that unpacks to this many zeros. */
export function createArchiveBomb(name: string, size: number): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(size))
  const nameBytes = Buffer.from(name)
  const local = Buffer.alloc(localBytes)
  local.writeUInt32LE(0x04034b50, 0)
  writeSizes(local, 8, packed.length, size, nameBytes.length)
  const entry = Buffer.alloc(entryBytes)
  entry.writeUInt32LE(0x02014b50, 0)
  writeSizes(entry, 10, packed.length, size, nameBytes.length)
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entryBytes + nameBytes.length, 12)
  end.writeUInt32LE(localBytes + nameBytes.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, nameBytes, packed, entry, nameBytes, end]))
}

/** Writes method, packed size, size and the length of the name, which are alike in both kinds of headers. */
function writeSizes(header: Buffer, at: number, packed: number, size: number, nameLength: number): void {
  header.writeUInt16LE(deflated, at)
  header.writeUInt32LE(packed, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt16LE(nameLength, at + 18)
}
