import { type AlertKind, alertKinds, alertRules } from '@finlist/domain/alerts/kinds'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Right } from '@finlist/domain/plans/rights'
import type { Language } from '@finlist/i18n/languages'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { translate } from '../../http/translate.ts'

export type Item = Selectable<Tables['inbox_item']>
export type Words = { title: string; text: string }
/** What an item says, in a language. */
export type WordsOf = (item: Item, language: Language) => Words

/** The kind of an item that people choose channels for; undefined for billing and account, which go their own way. */
export const alertKindOf = ({ kind }: Pick<Item, 'kind'>): AlertKind | undefined => alertKinds.find(one => one === kind)

/** What a person needs to be sent it. */
export const rightFor = (kind: AlertKind, exchange: ExchangeId): Right => alertRules[kind].right(exchange)

/** Their stock would tell what a person holds. */
const ofPositions: ReadonlySet<string> = new Set(['stop', 'chase'] satisfies AlertKind[])

/** What may stand on a locked screen: what kind of thing happened and to which stock, no price and no position. */
export function discreetWords({ kind, exchange, stock_code }: Item, language: Language, brand: string): Words {
  const market = exchange && translate(language, `told.market.${exchange}`)
  const where = [ofPositions.has(kind) ? null : stock_code, market].filter(Boolean).join(' · ')
  const open = translate(language, 'told.open', { brand })
  return { title: translate(language, `told.kind.${kind as AlertKind}`), text: where ? `${where}\n${open}` : open }
}
