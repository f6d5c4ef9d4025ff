import type { Changes } from '@finlist/contract/reasons'
import { formatDay } from '../../../components/market-dates.ts'
import type { Translate } from '../../../i18n/texts.ts'

/** Why a stock left the list; empty if no reason is known. */
export function departureText({ reason, doubt }: Changes['left'][number], t: Translate<'why'>): string {
  if (!reason) return ''
  return doubt ? t(`departure.in-doubt.${doubt.kind}`, { day: formatDay(doubt.date) }) : t(`departure.${reason}`)
}
