import { outlookOf, type RecordedOutlook } from '../learning/outlook.ts'
import { isObject, parsed } from './body.ts'
import type { RecordEntry } from './entry.ts'
import { isOutlooks, type ModelOfRecord, modelIn } from './issue-outlooks.ts'

/** The possible faults of a model's entry and of an issue's outlooks, in addition to those of any entry. */
export type OutlookFault = 'model-malformed' | 'outlooks-malformed' | 'outlook-model' | 'outlook-numbers'

/** Maximum number of models that are kept. */
const mostModels = 20_000

/**
 * Checks recorded outlooks against earlier entries. Each must name an earlier model of its market, trained on prices of
 * days before the issue, and have the numbers that follow from the model and the pick's own figures. Without a model
 * the numbers are those of chance. Masked bodies are not checked. Whether a model follows from prices is not checked
 * here: `finlist learn` repeats the training.
 */
export class OutlooksCheck {
  /** Bodies of models by market and body hash. */
  readonly #models = new Map<string, string>()
  #count = 0

  /** The number of outlooks without a fault so far. */
  get count(): number {
    return this.#count
  }

  /** Checks the next entry and returns its first fault. */
  add({ kind, market, body, bodyHash }: Checked): OutlookFault | undefined {
    if (body === undefined) return undefined
    if (kind === 'model') return this.#keep(`${market} ${bodyHash}`, market, body)
    return kind === 'issue' ? this.#check(market, body) : undefined
  }

  #keep(key: string, market: string, body: string): OutlookFault | undefined {
    if (!modelIn(body, market)) return 'model-malformed'
    if (this.#models.size < mostModels) this.#models.set(key, body)
    return undefined
  }

  #check(market: string, body: string): OutlookFault | undefined {
    const { outlooks, list } = parsed(body)
    if (outlooks === undefined) return undefined
    if (!isOutlooks(outlooks)) return 'outlooks-malformed'
    const { date } = isObject(list) ? list : {}
    const model = outlooks.model === null ? undefined : this.#modelOf(market, outlooks.model, date)
    if (model === 'none') return 'outlook-model'
    const picks = Object.values(outlooks.picks)
    if (!picks.every(pick => isSame(pick, model))) return 'outlook-numbers'
    this.#count += picks.length
    return undefined
  }

  #modelOf(market: string, id: string, date: unknown): ModelOfRecord | 'none' {
    const model = modelIn(this.#models.get(`${market} ${id}`) ?? '', market)
    return model && typeof date === 'string' && model.until < date ? model : 'none'
  }
}

type Checked = Pick<RecordEntry, 'kind' | 'market' | 'body' | 'bodyHash'>

/** Whether the pick's numbers follow from the model and the pick's chance and bins. */
function isSame(pick: RecordedOutlook, model: ModelOfRecord | undefined): boolean {
  const effects = model?.effects ?? []
  if (pick.bins.length !== effects.length) return false
  if (pick.bins.some((bin, at) => bin >= effects[at]!.points.length)) return false
  const { by, target, stop } = outlookOf(model, pick)
  return pick.by === by && pick.target === target && pick.stop === stop
}
