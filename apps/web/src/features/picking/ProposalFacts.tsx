import type { ProposalOfWeek } from '@finlist/contract/picking'
import { CopyButton } from '../../components/copy-button.tsx'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { DescriptionList, Fact } from '../../ui/description-list.tsx'

/** Number of characters of a hash that are shown. */
const readable = 12

/** The method and the data from which the list was made, and when. */
export function ProposalFacts({ proposal }: { proposal: ProposalOfWeek }) {
  const t = useTranslation('picking')
  const { method, constants, eligible, madeAt, previousDate } = proposal
  return (
    <DescriptionList>
      <Fact name={t('method')}>{method}</Fact>
      <Fact name={t('constants')}>
        {constants && (
          <span className="flex flex-wrap items-center gap-x-2">
            <code title={constants}>{constants.slice(0, readable)}</code>
            <CopyButton
              text={constants}
              variant="quiet"
              className="px-2 text-12! font-normal! text-faded md:min-h-5!"
            />
          </span>
        )}
      </Fact>
      <Fact name={t('eligible')}>{eligible.toLocaleString('en')}</Fact>
      <Fact name={t('made')}>{t('hong-kong', { when: hongKongDate(madeAt, 'moment') })}</Fact>
      <Fact name={t('compared')}>
        {previousDate ? t('list-of', { date: formatDay(previousDate, 'short') }) : t('compared.none')}
      </Fact>
    </DescriptionList>
  )
}
