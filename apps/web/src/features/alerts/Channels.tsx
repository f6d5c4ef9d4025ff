import { chooseChannels, chosenKinds, type Channels as Now, readChannels } from '@finlist/contract/channels'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery, queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { failureText } from '../../components/failure-text.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Switch } from '../../ui/fields/switch.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { KindChoices } from './KindChoices.tsx'
import { PushHere } from './PushHere.tsx'
import { QuietHours } from './QuietHours.tsx'

export type Change = Partial<Pick<Now, 'choices' | 'quiet' | 'weekly' | 'pushNamesPrices'>>

/** Lazy-loaded, with the texts of 'channels'. Notification settings; each choice takes effect immediately. */
export default function Channels() {
  const t = useTranslation('channels')
  const query = callQuery(readChannels)
  const now = useQuery(query)
  const change = useMutation({
    mutationFn: (body: Change) => request(chooseChannels, { body }),
    onMutate: wanted => {
      const before = queryClient.getQueryData(query.queryKey)
      queryClient.setQueryData(query.queryKey, before && merged(before, wanted))
      return before
    },
    onSuccess: after => queryClient.setQueryData(query.queryKey, after),
    onError: (error, _, before) => {
      queryClient.setQueryData(query.queryKey, before)
      void showAlert(failureText(error, t))
    },
    // Runs serially, so that the last response belongs to the last choice.
    scope: { id: 'channels' },
  })
  if (now.isError) return <CallFailed error={now.error} onRetry={() => void now.refetch()} />
  if (!now.data) return <Skeleton className="h-96 w-full" />
  const { choices, quiet, weekly, pushNamesPrices, mailOffered, mailRefused, pushKey } = now.data
  const isAnyOffered = mailOffered || pushKey !== null
  return (
    <div className="flex flex-col gap-8">
      <Section title={t('push')}>
        <PushHere pushKey={pushKey} />
        {pushKey !== null && (
          <Choice hint={t('names-prices.hint')}>
            <Switch
              label={t('names-prices')}
              checked={pushNamesPrices}
              onChange={next => change.mutate({ pushNamesPrices: next })}
            />
          </Choice>
        )}
      </Section>
      {isAnyOffered && (
        <Section title={t('kinds')}>
          <p className="max-w-[72ch] pt-2 text-13 text-faded">{t('kinds.hint')}</p>
          {mailRefused && (
            <p className="mt-2 border-l-2 border-wrong bg-wash px-4 py-2.5 text-14">{t('mail.refused')}</p>
          )}
          <KindChoices
            choices={chosenKinds.map(
              kind => choices.find(it => it.kind === kind) ?? { kind, mail: 'off', push: false },
            )}
            offered={{ mail: mailOffered, push: pushKey !== null }}
            onChange={next => change.mutate({ choices: next })}
          />
        </Section>
      )}
      {isAnyOffered && (
        <Section title={t('quiet')}>
          <QuietHours quiet={quiet} onChange={next => change.mutate({ quiet: next })} />
        </Section>
      )}
      {!mailOffered && <p className="text-14">{t('mail.not-offered')}</p>}
      {mailOffered && (
        <Section title={t('weekly.title')}>
          <Choice hint={t('weekly.hint')}>
            <Switch label={t('weekly')} checked={weekly} onChange={next => change.mutate({ weekly: next })} />
          </Choice>
        </Section>
      )}
    </div>
  )
}

/** Applies a choice that changes some kinds and leaves the others unchanged. */
function merged(before: Now, { choices = [], ...rest }: Change): Now {
  const others = before.choices.filter(({ kind }) => !choices.some(it => it.kind === kind))
  return { ...before, ...rest, choices: [...others, ...choices] }
}

const Choice = ({ hint, children }: { hint: string; children: ReactNode }) => (
  <div className="pt-1">
    {children}
    <p className="-mt-2 ml-10 max-w-[64ch] text-13 text-faded">{hint}</p>
  </div>
)
