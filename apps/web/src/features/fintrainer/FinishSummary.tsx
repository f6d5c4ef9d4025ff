import type { GamePlay } from '@finlist/contract/fintrainer'
import { padded } from '@finlist/domain/chart/padded'
import { useRef } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { Review } from './Review.tsx'
import { Skill } from './Skill.tsx'
import { percent } from './Stats.tsx'
import type { Scenario } from './scenarios.ts'

type Props = { play: GamePlay; scenario: Scenario; onNext: () => void; onClose: () => void }

/** Lazy-loaded. The outcome of a stock, its identity, and the lessons to be learned. */
export default function FinishSummary({ play, scenario, onNext, onClose }: Props) {
  const t = useTranslation('fintrainer')
  const on = useRef<HTMLButtonElement>(null)
  const { level, stats, review, trades } = play
  const code =
    level.exchange === 'GAME' ? level.stockCode : `${padded(level.exchange, level.stockCode)} ${level.exchange}`
  const dayOf = (seconds: number) => formatDay(new Date(seconds * 1_000).toISOString().slice(0, 10), 'short')
  return (
    <Dialog open narrow onClose={onClose} initialFocus={on} title={t('finish')} closeLabel={t('close')}>
      <p className="text-12 text-faded">{t('finish.stock')}</p>
      <p className="text-20 font-strong wrap-anywhere">
        {nameOf(level)} <span className="text-14 font-normal text-faded">{code}</span>
      </p>
      {level.startTime !== null && level.endTime !== null && (
        <p className="text-13 text-faded">
          {t('finish.dates', { from: dayOf(level.startTime), to: dayOf(level.endTime) })}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-2 border-y border-line py-3">
        <div>
          <dt className="text-12 text-faded">{t('finish.total')}</dt>
          <dd className="text-28 font-strong tabular-nums">{percent(stats.totalReturn)}</dd>
        </div>
        <div>
          <dt className="text-12 text-faded">{t('finish.trades')}</dt>
          <dd className="text-28 font-strong tabular-nums">{stats.totalTrades}</dd>
        </div>
      </dl>
      {review && <Review review={review} trades={trades} />}
      <Skill scenario={scenario} />
      <div className="mt-5 flex gap-3">
        <Button className="flex-1" onClick={onClose}>
          {t('finish.look')}
        </Button>
        <Button ref={on} variant="main" className="flex-1" onClick={onNext}>
          {t('move.next')}
        </Button>
      </div>
    </Dialog>
  )
}
