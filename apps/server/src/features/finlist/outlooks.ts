import type { PickOutlook } from '@finlist/contract/learning/outlook'
import { bandOf, explain, explainChange, levelSaid } from '@finlist/domain/learning/explain'
import type { ModelEntry } from '@finlist/domain/learning/model-entry'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Db } from '../../db/database.ts'
import type { PublishedOutlook } from '../../db/tables/lists.ts'
import { readModelById, type StoredModel } from '../../research/learning/models.ts'
import { readDateBefore } from './store.ts'

/** The published outlooks of an issue's picks, by stock code. */
async function readOutlooks(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<ReadonlyMap<string, PublishedOutlook>> {
  const rows = await db
    .selectFrom('finlist_pick')
    .select(['stock_code', 'outlook'])
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issueDate)
    .where('outlook', 'is not', null)
    .execute()
  return new Map(rows.map(({ stock_code, outlook }) => [stock_code, outlook!]))
}

/** Explains the outlook of a pick of the issue, and how it changed since the previous list that has the stock. */
export async function outlookExplainer(
  db: Db,
  exchange: ExchangeId,
  issueDate: string,
): Promise<(stockCode: string) => PickOutlook | null> {
  const dateBefore = await readDateBefore(db, exchange, issueDate)
  const [now, before] = await Promise.all([
    readOutlooks(db, exchange, issueDate),
    dateBefore === null ? new Map<string, PublishedOutlook>() : readOutlooks(db, exchange, dateBefore),
  ])
  const models = await modelsOf(db, exchange, [...now.values(), ...before.values()])
  return stockCode => {
    const outlook = now.get(stockCode)
    return outlook ? explained(outlook, before.get(stockCode), models) : null
  }
}

async function modelsOf(db: Db, exchange: ExchangeId, outlooks: readonly PublishedOutlook[]) {
  const ids = new Set(outlooks.flatMap(({ model }) => (model === null ? [] : [model])))
  const found = await Promise.all([...ids].map(id => readModelById(db, exchange, id)))
  return new Map(found.flatMap(model => (model ? [[model.id, model] as const] : [])))
}

function explained(
  outlook: PublishedOutlook,
  before: PublishedOutlook | undefined,
  models: ReadonlyMap<string, StoredModel>,
): PickOutlook {
  const { by, target, stop, chance, model: id } = outlook
  const said = { by, target, stop, chance }
  const model = id === null ? undefined : models.get(id)
  if (!model) return { ...said, level: target, band: null, model: null, parts: null, change: null }
  const { entry } = model
  const earlier = before?.model ? models.get(before.model)?.entry : undefined
  return {
    ...said,
    level: levelSaid(entry, outlook),
    band: bandOf(entry, outlook),
    model: { id: model.id, until: entry.until, test: testOf(entry, by) },
    parts: explain(entry, outlook),
    change:
      before && earlier
        ? {
            target: before.target,
            ...explainChange({ model: entry, inputs: outlook }, { model: earlier, inputs: before }),
          }
        : null,
  }
}

const testOf = ({ test }: ModelEntry, by: PickOutlook['by']) => test && { weeks: test.weeks, error: test.error[by] }
