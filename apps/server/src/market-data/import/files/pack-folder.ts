import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { BadRequest } from '../../../http/client-errors.ts'
import { quoted } from '../../store/control-characters.ts'
import { mostDepth, mostFiles } from './zip.ts'

/** Maximum size, in bytes, that a zip without the 64-bit extension can address. */
const mostBytes = 2 ** 32 - 1
const inUtf8 = 0x0800
const sizesFollow = 0x0008
const deflated = 8
const version = 20

type Packed = { name: Buffer; crc: number; size: number; packed: number; at: number }

/**
 * Packs a folder with its subfolders as a zip, which is then read and stored like an uploaded zip. Leaves out hidden
 * files and links.
 */
export async function packFolder(folder: string, path: string): Promise<void> {
  const names = await namesIn(folder, '', 0)
  if (names.length > mostFiles) throw new BadRequest('import.zip-many', { values: { count: mostFiles } })
  await pipeline(zipOf(folder, names.toSorted()), createWriteStream(path, { mode: 0o600 }))
}

async function namesIn(folder: string, within: string, depth: number): Promise<string[]> {
  if (depth > mostDepth) throw new BadRequest('import.zip-name', { values: { file: quoted(within, 100) } })
  const names: string[] = []
  for (const found of await readdir(join(folder, within), { withFileTypes: true })) {
    const name = within === '' ? found.name : `${within}/${found.name}`
    if (found.name.startsWith('.')) continue
    if (found.isDirectory()) names.push(...(await namesIn(folder, name, depth + 1)))
    else if (found.isFile()) names.push(name)
  }
  return names
}

async function* zipOf(folder: string, names: string[]): AsyncGenerator<Buffer> {
  let at = 0
  const files: Packed[] = []
  for (const name of names) {
    const file: Packed = { name: Buffer.from(name), crc: 0, size: 0, packed: 0, at }
    const head = Buffer.concat([numbers([4, 0x04034b50], [2, version], ...shared(file, false)), file.name])
    yield head
    yield* deflatedFile(join(folder, name), file)
    const sizes = numbers([4, 0x08074b50], [4, file.crc], [4, file.packed], [4, file.size])
    yield sizes
    at += head.length + file.packed + sizes.length
    files.push(file)
    if (at > mostBytes || file.size > mostBytes)
      throw new BadRequest('import.kept-too-large', { values: { megabytes: 4_096 } })
  }
  const list = Buffer.concat(
    files.map(file =>
      Buffer.concat([
        numbers([4, 0x02014b50], [2, version], [2, version], ...shared(file, true), [6, 0], [4, 0], [4, file.at]),
        file.name,
      ]),
    ),
  )
  yield list
  yield numbers([4, 0x06054b50], [4, 0], [2, files.length], [2, files.length], [4, list.length], [4, at], [2, 0])
}

/**
 * The fields that a file's local header and central directory entry share. Checksum and sizes are known only in the
 * latter.
 */
function shared({ name, crc, size, packed }: Packed, isKnown: boolean): [bytes: number, value: number][] {
  const [first, second, third] = isKnown ? [crc, packed, size] : [0, 0, 0]
  return [
    [2, inUtf8 | sizesFollow],
    [2, deflated],
    [4, 0x00210000],
    [4, first],
    [4, second],
    [4, third],
    [2, name.length],
    [2, 0],
  ]
}

async function* deflatedFile(path: string, file: Packed): AsyncGenerator<Buffer> {
  const packing = createDeflateRaw({ level: 1 })
  const source = createReadStream(path)
  source.on('data', chunk => {
    file.crc = crc32(chunk, file.crc)
    file.size += chunk.length
  })
  source.on('error', error => packing.destroy(error))
  for await (const chunk of source.pipe(packing) as AsyncIterable<Buffer>) {
    file.packed += chunk.length
    yield chunk
  }
}

/** Encodes unsigned integers, low byte first. */
function numbers(...fields: [bytes: number, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) {
    buffer.writeUIntLE(value, at, bytes)
    at += bytes
  }
  return buffer
}
