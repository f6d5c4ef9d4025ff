import '../../i18n/seldom-texts.ts'
import { user } from '@finlist/contract/account/account'
import type { FirstSteps as Steps } from '@finlist/contract/account/first-steps'
import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { useStored } from '../../api/storage.ts'
import { failureText } from '../../components/failure-text.ts'
import { Link } from '../../components/link.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'
import { dismiss, firstStepsQuery } from './queries.ts'

/** Lazy-loaded. The first steps above the page's content, which waits for them, so that nothing moves. */
export default function FirstSteps({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  const { data: steps, isFetching, isFetchedAfterMount } = useQuery(firstStepsQuery())
  if (isFetching && !isFetchedAfterMount) return waiting
  return (
    <>
      {steps && (
        <div className="pb-8">
          <StepList steps={steps} />
        </div>
      )}
      {children}
    </>
  )
}

/** What a new user does first; each step leads to its page and is ticked once it is done. */
export function StepList({ steps }: { steps: Steps }) {
  const t = useTranslation('first-steps')
  const list = useOwnList()
  const rows = [
    { key: list.isOpen ? 'pick.listed' : 'pick', to: `/finlist-${list.suffix}`, isDone: steps.pick },
    { key: 'alert', to: '/alerts', isDone: steps.alert },
    { key: 'level', to: '/fintrainer', isDone: steps.level },
  ] as const
  const hide = () => {
    document.getElementById('page-title')?.focus()
    dismiss().catch((error: unknown) => showAlert(failureText(error, t)))
  }
  return (
    <Section
      title={t('title')}
      beside={
        <span className="flex items-baseline gap-x-4 text-13 text-faded">
          <span>{t('count', { done: rows.filter(({ isDone }) => isDone).length, all: rows.length })}</span>
          <Button variant="quiet" onClick={hide} className="min-h-6! px-0! text-13! font-normal! text-accent!">
            {t('dismiss')}
          </Button>
        </span>
      }
    >
      <ol className="grid md:grid-cols-3 md:gap-x-6">
        {rows.map(({ key, to, isDone }, at) => (
          <li key={key} className="border-b border-line">
            <Link
              to={to}
              className="group flex h-full items-start gap-3 py-3 text-ink no-underline hover:bg-wash md:min-h-22"
            >
              <span
                aria-hidden
                className={`mt-px grid size-6 shrink-0 place-items-center rounded-full border text-12 font-strong ${isDone ? 'border-good text-good' : 'border-edge text-faded'}`}
              >
                {isDone ? <Check size={14} strokeWidth={2.5} /> : at + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex items-baseline gap-2 text-14 font-strong">
                  {t(key)}
                  {isDone && <span className="text-12 text-good">{t('done')}</span>}
                </span>
                <span className="mt-0.5 block text-13 text-faded">{t(`${key}.text`)}</span>
              </span>
              <ArrowRight size={14} aria-hidden className="mt-1.5 shrink-0 text-faded" />
            </Link>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The list to begin with: the current market's, or one that the user's plan includes. */
function useOwnList() {
  const current = useStored('currentMarket').linkSuffix
  const rights = useQuery(callQuery(user)).data?.rights ?? []
  const included = markets.filter(({ id }) => rights.includes(`finlist:${id}`)).map(({ linkSuffix }) => linkSuffix)
  const suffix = included.length === 0 || included.includes(current) ? current : included[0]!
  return { suffix, isOpen: included.length > 0 }
}
