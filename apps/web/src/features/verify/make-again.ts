import type { PickingIssue } from '@finlist/domain/picking/issue'
import { type BarFault, BarsError, BarsReader, barLimits } from '@finlist/domain/record/bars-reader'
import { type Difference, rebuild } from '@finlist/domain/record/rebuild'

export type AgainAsked = { list: PickingIssue; bars: Blob }
export type AgainAnswer =
  | { bytes: number }
  | { stocks: number; differences: Difference[] }
  | { fault: BarFault | 'unreadable'; line: number }

/** Rebuilds a list from a file of bars, gzipped or not, of at most 200 MB uncompressed. */
export async function makeAgain({ list, bars }: AgainAsked, tell: (bytes: number) => void): Promise<AgainAnswer> {
  const day = Date.parse(`${list.date}T00:00:00Z`) / 86_400_000
  const reader = new BarsReader(day)
  try {
    const content = (await unpacked(bars)).pipeThrough(
      new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
    )
    const pieces = content.getReader()
    for (let read = 0; ; ) {
      const { done, value } = await pieces.read()
      if (done) break
      reader.push(value)
      tell((read += value.length))
    }
    const stocks = reader.end()
    return { stocks: stocks.length, differences: rebuild(list, stocks, day) }
  } catch (error) {
    return error instanceof BarsError ? { fault: error.fault, line: error.line } : { fault: 'unreadable', line: 0 }
  }
}

async function unpacked(bars: Blob): Promise<ReadableStream<Uint8Array>> {
  if (bars.size > barLimits.bytes) throw new BarsError('bytes', 0)
  const [one, two] = new Uint8Array(await bars.slice(0, 2).arrayBuffer())
  const isGzip = one === 0x1f && two === 0x8b
  if (!isGzip) return bars.stream()
  return bars.stream().pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
}
