import { type MoveDecision, undoMove } from '@finlist/contract/staff/data'
import type { ExchangeId } from '@finlist/domain/markets'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { nameOf } from '../../../components/stock-name.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useChange } from './use-change.ts'

type Props = { exchange: ExchangeId; decisions: readonly MoveDecision[] }

/** The newest decisions on unexplained moves, each with a button to undo it. */
export function Decisions({ exchange, decisions }: Props) {
  const t = useTranslation('admin')
  if (decisions.length === 0) return null
  return (
    <>
      <h3 className="mt-6 text-13 font-strong">{t('data.decisions')}</h3>
      <ul aria-label={t('data.decisions')}>
        {decisions.map(decision => (
          <Decision
            key={`${decision.stockCode} ${decision.date} ${decision.kind}`}
            exchange={exchange}
            decision={decision}
          />
        ))}
      </ul>
    </>
  )
}

function Decision({ exchange, decision }: { exchange: ExchangeId; decision: MoveDecision }) {
  const t = useTranslation('admin')
  const undo = useChange(undoMove)
  const { stockCode, date, kind, by, at } = decision
  const isAction = kind === 'action'
  const named = { stock: stockCode, date: formatDay(date, 'short') }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 text-13">
      <p className="min-w-0 wrap-anywhere">
        <span className="font-strong">{stockCode}</span> {nameOf(decision)}
        <span className="block text-faded">
          {named.date} ·{' '}
          {t('data.decided.by', {
            decision: t(`data.decided.${isAction ? 'reported.' : ''}${decision.decision}`),
            name: by,
            when: hongKongDate(at),
          })}
        </span>
      </p>
      <Button
        className="px-3 font-normal md:min-h-8 md:text-13"
        disabled={undo.isPending}
        aria-label={t(isAction ? 'data.undo-decision.reported' : 'data.undo-decision.named', named)}
        onClick={() => undo.mutate({ body: { exchange, stockCode, date, kind } })}
      >
        {t('data.undo-decision')}
      </Button>
    </li>
  )
}
