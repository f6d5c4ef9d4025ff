import type { ModelEntry } from '../learning/model-entry.ts'
import type { OutlookModel, RecordedOutlook } from '../learning/outlook.ts'
import { isObject, parsed } from './body.ts'

/** The outlooks of an issue's picks by stock code, and the body hash of their model's entry; null without a model. */
export type IssueOutlooks = { model: string | null; picks: Record<string, RecordedOutlook> }

/** The part of a model's entry that outlooks are computed from. */
export type ModelOfRecord = OutlookModel & Pick<ModelEntry, 'until'>

/** Limits: a model's body in characters, its effects, the edges of an effect, and the picks of an issue. */
const most = { body: 20_000, effects: 100, edges: 100, picks: 500 }

/** The outlooks in an issue's body; undefined if it has none, or if they do not have the required form. */
export function outlooksIn(body: string): IssueOutlooks | undefined {
  const { outlooks } = parsed(body)
  return isOutlooks(outlooks) ? outlooks : undefined
}

/** The market's model in the body of its entry; undefined if it does not have the required form. */
export function modelIn(body: string, market: string): ModelOfRecord | undefined {
  if (body.length > most.body) return undefined
  const model = parsed(body)
  return model['market'] === market && isModel(model) ? model : undefined
}

export function isOutlooks(value: unknown): value is IssueOutlooks {
  if (!isObject(value) || !isObject(value['picks'])) return false
  const picks = Object.values(value['picks'])
  return (
    (value['model'] === null || typeof value['model'] === 'string') && picks.length <= most.picks && picks.every(isPick)
  )
}

const isPick = (value: unknown): value is RecordedOutlook =>
  isObject(value) &&
  isObject(value['chance']) &&
  isShare(value['chance']['target']) &&
  isShare(value['chance']['stop']) &&
  isListOf(value['bins'], most.effects, isWhole) &&
  ['by', 'target', 'stop'].every(name => name in value)

function isModel(value: Record<string, unknown>): value is Record<string, unknown> & ModelOfRecord {
  const { level, effects, tested, gate, until } = value
  return (
    isObject(level) &&
    isLevel(level['target']) &&
    isLevel(level['stop']) &&
    ['own', 'others', 'chance'].some(from => level['from'] === from) &&
    isListOf(effects, most.effects, isEffect) &&
    (tested === null || (isObject(tested) && isRange(tested['target']) && isRange(tested['stop']))) &&
    ['open', 'closed', 'too-few-weeks', 'drifted'].some(name => gate === name) &&
    typeof until === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(until)
  )
}

const isEffect = (value: unknown) =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  isListOf(value['edges'], most.edges, Number.isFinite) &&
  isListOf(value['points'], most.edges + 2, Number.isSafeInteger) &&
  value['points'].length === value['edges'].length + 2

const isLevel = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value['shift']) && Number.isSafeInteger(value['slope'])
const isRange = (value: unknown) => isListOf(value, 2, isShare) && value.length === 2
const isWhole = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0
/** A probability in whole thousandths. */
const isShare = (value: unknown) => isWhole(value) && (value as number) <= 1_000

const isListOf = (value: unknown, atMost: number, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.length <= atMost && value.every(item => isItem(item))
