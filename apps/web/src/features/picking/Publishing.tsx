import {
  handInProposal,
  makeProposal,
  type ProposalAnswer,
  type ProposalOfWeek,
  publishProposal,
} from '@finlist/contract/picking'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { lazy, Suspense, useState } from 'react'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { forgetLists } from './queries.ts'
import { useChange } from './use-change.ts'

const PublishQuestion = lazy(() => import('./PublishQuestion.tsx'))

type Props = { exchange: ExchangeId; proposal: ProposalOfWeek; answer: ProposalAnswer }

/** The publication state of the list, and the next step. */
export function Publishing({ exchange, proposal, answer: { needsTwo, publishesAt } }: Props) {
  const t = useTranslation('picking')
  const [asking, setAsking] = useState(false)
  const publish = useChange(publishProposal, { said: t('said.published'), forget: forgetLists })
  const handIn = useChange(handInProposal, { said: t('said.handed-in') })
  const make = useChange(makeProposal)
  const { issueDate, state, version, handedInBy, publishedBy, publishedAt } = proposal
  const body = { exchange, issueDate, version }
  const busy = publish.isPending || handIn.isPending || make.isPending
  if (state === 'published')
    return (
      <div className="grid gap-1 text-13">
        <p>
          {t(publishedBy ? 'published.by' : 'published.itself', {
            by: publishedBy ?? '',
            when: publishedAt ? hongKongDate(publishedAt, 'moment') : '',
          })}
        </p>
        <p>
          <Link to={`/finlist-${marketOf(exchange).linkSuffix}?issueDate=${issueDate}`} className="text-accent">
            {t('published.see')}
          </Link>
        </p>
      </div>
    )
  if (state === 'dropped') return <p className="text-13">{t('dropped')}</p>
  const isHandedIn = state === 'handed-in'
  const mayPublish = !needsTwo || isHandedIn
  return (
    <div className="grid gap-2 text-13">
      {isHandedIn && <p>{t('handed-in.by', { by: handedInBy ?? t('somebody') })}</p>}
      {needsTwo && <p className="text-faded">{t(isHandedIn ? 'needs-two.publish' : 'needs-two')}</p>}
      {publishesAt && (
        <p className="text-faded">{t('publishes-itself', { when: hongKongDate(publishesAt, 'moment') })}</p>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        {mayPublish ? (
          <Button variant="main" disabled={busy} aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {t(publish.isPending ? 'publishing' : 'publish')}
          </Button>
        ) : (
          <Button variant="main" disabled={busy} onClick={() => handIn.mutate({ body })}>
            {t(handIn.isPending ? 'handing-in' : 'hand-in')}
          </Button>
        )}
        <Button disabled={busy} className="font-normal!" onClick={() => make.mutate({ body: { exchange } })}>
          {t(make.isPending ? 'making' : 'make-again')}
        </Button>
      </div>
      <p className="text-12 text-faded">{t('make-again.keeps')}</p>
      {asking && (
        <Suspense>
          <PublishQuestion
            exchange={exchange}
            proposal={proposal}
            onAnswer={yes => {
              setAsking(false)
              if (yes) publish.mutate({ body })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
