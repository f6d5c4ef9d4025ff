/** The header of PostgreSQL's binary COPY format: signature, flags, and the length of an extension, always 0. */
const headerBytes = 19

/** Yields the rows of a binary COPY, each as its fields' bytes, which stay valid after the next row. */
export async function* copiedRows(copied: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0)
  let begun = false
  for await (const chunk of copied) {
    let bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!begun) {
      if (bytes.length < headerBytes) {
        rest = bytes
        continue
      }
      bytes = bytes.subarray(headerBytes)
      begun = true
    }
    for (let row = readRow(bytes); row; row = readRow(bytes)) {
      yield row.cells
      bytes = bytes.subarray(row.end)
    }
    rest = bytes
  }
}

/** Reads the first row if it is complete: the number of fields, then each field after its length. */
function readRow(bytes: Buffer): { cells: Buffer[]; end: number } | undefined {
  if (bytes.length < 2) return undefined
  const count = bytes.readInt16BE(0)
  const cells: Buffer[] = []
  let end = 2
  for (let field = 0; field < count; field++) {
    if (bytes.length < end + 4) return undefined
    const length = bytes.readInt32BE(end)
    if (bytes.length < end + 4 + length) return undefined
    cells.push(bytes.subarray(end + 4, end + 4 + length))
    end += 4 + length
  }
  return count > 0 ? { cells, end } : undefined
}

/**
 * Length of an array's header in bytes: dimensions, flags, type, length and lower bound. The values follow, each after
 * its length.
 */
const arrayHead = 20
const prefix = 4

export function integers(array: Buffer): Int32Array {
  const step = prefix + 4
  const values = new Int32Array((array.length - arrayHead) / step)
  for (let at = 0, byte = arrayHead + prefix; at < values.length; at++, byte += step)
    values[at] = array.readInt32BE(byte)
  return values
}

export function doubles(array: Buffer): Float64Array {
  const step = prefix + 8
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  const values = new Float64Array((array.length - arrayHead) / step)
  for (let at = 0, byte = arrayHead + prefix; at < values.length; at++, byte += step) values[at] = view.getFloat64(byte)
  return values
}
