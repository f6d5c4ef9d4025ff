import type { ProposalAnswer, ProposalOfWeek } from '@finlist/contract/picking'
import type { ExchangeId } from '@finlist/domain/markets'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { Differences } from './Differences.tsx'
import type { Editing } from './editing.ts'
import { Leaving } from './Leaving.tsx'
import { LeftOut } from './LeftOut.tsx'
import { Picks } from './Picks.tsx'
import { ProposalFacts } from './ProposalFacts.tsx'
import { ProposalState } from './ProposalState.tsx'
import { Publishing } from './Publishing.tsx'

const EditDialog = lazy(() => import('./EditDialog.tsx'))

type Props = { exchange: ExchangeId; proposal: ProposalOfWeek; answer: ProposalAnswer }

/**
 * The proposal compared with the previous list: its changes, its picks, and the picks that leave. Once published, it
 * cannot be edited.
 */
export function Proposal({ exchange, proposal, answer }: Props) {
  const t = useTranslation('picking')
  const [editing, setEditing] = useState<Editing>()
  const { issueDate, previousDate, picks, leaving, leftOut, state } = proposal
  const isOpen = state === 'open' || state === 'handed-in'
  const count = picks.filter(({ isVetoed }) => !isVetoed).length
  return (
    <>
      <Section title={t('list-of', { date: formatDay(issueDate) })} beside={<ProposalState state={state} />}>
        <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <Differences proposal={proposal} />
          <div className="grid content-start gap-5">
            <ProposalFacts proposal={proposal} />
            <Publishing exchange={exchange} proposal={proposal} answer={answer} />
          </div>
        </div>
      </Section>
      <Section
        title={t('picks', { count })}
        ruled={false}
        beside={
          isOpen && (
            <Button
              className="px-3 font-normal! md:min-h-8! md:text-13!"
              aria-haspopup="dialog"
              onClick={() => setEditing({ what: 'add' })}
            >
              <Plus size={15} aria-hidden />
              {t('add')}
            </Button>
          )
        }
      >
        <Picks
          exchange={exchange}
          caption={t('list-of', { date: formatDay(issueDate) })}
          picks={picks}
          {...(isOpen && { onEdit: setEditing })}
        />
      </Section>
      {leftOut.length > 0 && <LeftOut exchange={exchange} leftOut={leftOut} />}
      {previousDate && <Leaving exchange={exchange} leaving={leaving} since={previousDate} />}
      {editing && (
        <Suspense>
          <EditDialog exchange={exchange} proposal={proposal} editing={editing} onClose={() => setEditing(undefined)} />
        </Suspense>
      )}
    </>
  )
}
