import { type AlertKind, alertKinds } from '@finlist/domain/alerts/kind-names'
import type { Language } from '@finlist/i18n/languages'
import type { Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { translate } from '../../http/translate.ts'
import { type Words, wordsOf } from '../../notifications/inbox/words-of.ts'

export type Item = Selectable<Tables['inbox_item']>

/** The item's kind if users choose its channels; undefined for billing and account items, which are sent separately. */
export const alertKindOf = ({ kind }: Pick<Item, 'kind'>): AlertKind | undefined => alertKinds.find(one => one === kind)

/** Kinds whose stock would reveal what a user holds. */
const ofPositions: ReadonlySet<string> = new Set(['stop', 'chase'] satisfies AlertKind[])

/** Texts that are safe on a lock screen: what happened and to which stock, without price or position. */
export const discreetWords = (item: Item, language: Language, brand: string): Words => ({
  title: ofPositions.has(item.kind)
    ? translate(language, `told.kind.${item.kind as 'stop' | 'chase'}`)
    : wordsOf(item, language).title,
  text: translate(language, 'told.open', { brand }),
})
