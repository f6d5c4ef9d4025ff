import type { GameState } from '@finlist/domain/fintrainer/play'
import { useTranslation } from '../../i18n/texts.ts'
import ConfirmDialog from '../../ui/dialogs/confirm-dialog.tsx'
import type { Scenario } from './scenarios.ts'

/** Where the player goes after leaving a stock before it is finished. */
export type Leave = { to: 'next' | 'back' } | { to: 'scenario'; scenario: Scenario }

type Props = {
  leave: Leave
  /** The state of the stock; undefined if it is not known. */
  state: GameState | undefined
  busy: boolean
  wrong: string | undefined
  onAnswer: (yes: boolean) => void
}

/** Lazy-loaded. Asks for confirmation before leaving, because that finishes the stock for good. */
export default function LeaveQuestion({ leave, state, busy, wrong, onAnswer }: Props) {
  const t = useTranslation('fintrainer')
  const scenario = leave.to === 'scenario' ? t(`scenario.${leave.scenario}`) : ''
  return (
    <ConfirmDialog
      title={t(`leave.${leave.to}`, { scenario })}
      yesLabel={t(`leave.${leave.to}.yes`)}
      noLabel={t('leave.stay')}
      busy={busy}
      onAnswer={onAnswer}
    >
      {state !== 'buy-ready' && <p>{t(state === 'sell-ready' ? 'leave.holding' : 'leave.unknown')}</p>}
      <p>{t('leave.over')}</p>
      {wrong && (
        <p role="alert" className="text-wrong">
          {wrong}
        </p>
      )}
    </ConfirmDialog>
  )
}
