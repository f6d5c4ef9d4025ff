import type { Stock } from '@finlist/domain/picking/bars'
import type { PickingIssue } from '@finlist/domain/picking/issue'
import { type BarFault, BarsError, BarsReader, barLimits } from '@finlist/domain/record/bars-reader'
import type { IssueOutlooks } from '@finlist/domain/record/issue-outlooks'
import { type Difference, rebuild } from '@finlist/domain/record/rebuild'

/** `model`: the body of the entry of the model that the outlooks name, if the record has it. */
export type AgainAsked = {
  list: PickingIssue
  bars: Blob
  outlooks?: IssueOutlooks | undefined
  model?: string | undefined
}
export type AgainAnswer =
  | { bytes: number }
  | { stocks: number; differences: Difference[]; lacksModel: boolean }
  | { fault: BarFault | 'unreadable'; line: number }

/** Rebuilds a list from a file of bars, gzipped or not, of at most 200 MB uncompressed. */
export async function makeAgain(
  { list, bars, outlooks, model: modelBody }: AgainAsked,
  tell: (bytes: number) => void,
): Promise<AgainAnswer> {
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
    const inOutlooks = outlooks && (await outlooksAgain(outlooks, { list, stocks, day }, modelBody))
    return {
      stocks: stocks.length,
      differences: [...rebuild(list, stocks, day), ...(inOutlooks ?? [])],
      lacksModel: outlooks !== undefined && !inOutlooks,
    }
  } catch (error) {
    return error instanceof BarsError ? { fault: error.fault, line: error.line } : { fault: 'unreadable', line: 0 }
  }
}

/** The differences in the list's outlooks; undefined if the record lacks their model. */
async function outlooksAgain(
  outlooks: IssueOutlooks,
  made: { list: PickingIssue; stocks: readonly Stock[]; day: number },
  modelBody: string | undefined,
): Promise<Difference[] | undefined> {
  const [{ modelIn }, { rebuildOutlooks }] = await Promise.all([
    import('@finlist/domain/record/issue-outlooks'),
    import('@finlist/domain/record/rebuild-outlooks'),
  ])
  const model = modelBody === undefined ? undefined : modelIn(modelBody, made.list.market)
  return outlooks.model !== null && !model ? undefined : rebuildOutlooks(outlooks, made, model)
}

async function unpacked(bars: Blob): Promise<ReadableStream<Uint8Array>> {
  if (bars.size > barLimits.bytes) throw new BarsError('bytes', 0)
  const [one, two] = new Uint8Array(await bars.slice(0, 2).arrayBuffer())
  const isGzip = one === 0x1f && two === 0x8b
  if (!isGzip) return bars.stream()
  return bars.stream().pipeThrough(new DecompressionStream('gzip') as ReadableWritablePair<Uint8Array, Uint8Array>)
}
