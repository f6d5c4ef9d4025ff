import type { ProposalOfWeek } from '@finlist/contract/picking'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import ConfirmDialog from '../../ui/dialogs/confirm-dialog.tsx'
import { differenceOf, differences } from './difference.ts'

type Props = { exchange: ExchangeId; proposal: ProposalOfWeek; onAnswer: (yes: boolean) => void }

/** Lazy-loaded. Asks for confirmation, with a summary of what publishing changes. */
export default function PublishQuestion({ exchange, proposal, onAnswer }: Props) {
  const t = useTranslation('picking')
  const found = differenceOf(proposal)
  const market = t(`market.${marketOf(exchange).linkSuffix}`)
  return (
    <ConfirmDialog
      title={t('publish.ask', { market, date: formatDay(proposal.issueDate) })}
      yesLabel={t('publish')}
      noLabel={t('cancel')}
      onAnswer={onAnswer}
    >
      <p>{t('publish.text', { count: found.new.length + found.stayed.length })}</p>
      <p className="text-faded">
        {differences
          .filter(kind => found[kind].length > 0)
          .map(kind => t('publish.counted', { what: t(`mark.${kind}`), count: found[kind].length }))
          .join(' · ')}
      </p>
    </ConfirmDialog>
  )
}
