import type { MarketChance } from '@finlist/contract/chance'
import { addFires, type ChanceBase, chanceBases, oneIn } from '@finlist/domain/chance/fires'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../i18n/texts.ts'
import { chanceQuery } from './reason-queries.ts'

type Props = { exchange: ExchangeId; method: string; pattern: string; variant: string }

/** How often pure chance shows such a base; nothing until it was counted. */
export function ChanceLine({ exchange, method, pattern, variant }: Props) {
  const t = useTranslation('why')
  const counted = useQuery(chanceQuery())
  const base = chanceBases.find(kind => kind === (pattern === 'BASE' ? variant : pattern))
  const market = counted.data?.find(of => of.exchange === exchange && of.methodId === method)
  if (!base || !market) return null
  const { fires, weeks } = inChance(market, base)
  const count = oneIn(fires, weeks)
  const text = count === undefined ? t('chance.never', { count: weeks }) : t('chance', { count })
  return <p className="pt-2 text-13">{text}</p>
}

/** The two worlds of chance together. */
function inChance({ worlds }: MarketChance, base: ChanceBase) {
  const { fires, stockWeeks } = addFires(worlds.walks, worlds.blocks)
  return { fires: fires[base], weeks: stockWeeks }
}
