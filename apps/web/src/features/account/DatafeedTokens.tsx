import {
  type DatafeedToken,
  datafeedTokens,
  endDatafeedToken,
  makeDatafeedToken,
} from '@finlist/contract/charts/datafeed-tokens'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { LeaveGuard } from '../../components/leave-guard.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useCallForm } from '../../components/use-call-form.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { OnFailed } from './on-failed.ts'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

/** Lazy-loaded. Creates and revokes private addresses from which a user's own charting programs read data. */
export default function DatafeedTokens({ onFailed }: { onFailed: OnFailed }) {
  const t = useTranslation('account')
  const queries = useQueryClient()
  const tokens = useQuery(callQuery(datafeedTokens))
  const [ending, setEnding] = useState<DatafeedToken>()
  const changed = () => queries.invalidateQueries({ queryKey: callQuery(datafeedTokens).queryKey })
  const form = useCallForm(makeDatafeedToken, {
    start: { name: '' },
    ask: body => ({ body }),
    words: { name: t('feed.name.required') },
    onDone: async () => {
      form.reset({ name: '' })
      await changed()
    },
    onFailed,
  })
  const end = useMutation({
    mutationFn: ({ tokenId }: DatafeedToken) => request(endDatafeedToken, { params: { tokenId } }),
    onSuccess: async () => {
      form.forget()
      await changed()
    },
    onError: error => void onFailed(error),
    onSettled: () => setEnding(undefined),
  })
  if (tokens.isError) return <CallFailed error={tokens.error} onRetry={() => void tokens.refetch()} />
  if (!tokens.data) return <Skeleton className="mt-2 h-24 w-full" />
  return (
    <>
      <p className="max-w-[60ch] pt-3 text-14 text-faded">{t('feed.text')}</p>
      <ul aria-label={t('feed')} className="mt-1">
        {tokens.data.map(token => (
          <li key={token.tokenId} className="flex items-center justify-between gap-4 border-b border-line py-2">
            <span className="grid min-w-0 gap-0.5">
              <span className="truncate text-14">{token.name}</span>
              <span className="figures flex flex-wrap gap-x-3 text-13 text-faded">
                <span>{t('feed.made', { moment: hongKongDate(token.madeAt, 'moment') })}</span>
                <span>
                  {token.lastUsedAt
                    ? t('session.last-used', { moment: hongKongDate(token.lastUsedAt, 'moment') })
                    : t('feed.unused')}
                </span>
              </span>
            </span>
            <Button
              className="shrink-0 px-3 md:min-h-8 md:text-13"
              aria-label={t('feed.end-named', { name: token.name })}
              onClick={() => setEnding(token)}
            >
              {t('feed.end')}
            </Button>
          </li>
        ))}
      </ul>
      <form {...form.props} className="mt-3 md:max-w-96">
        <TextField
          label={t('feed.name')}
          maxLength={60}
          autoComplete="off"
          {...form.field('name')}
          beside={
            <Button type="submit" disabled={form.isSending} className="shrink-0">
              {t('feed.make')}
            </Button>
          }
        />
      </form>
      {form.values.name.trim() !== '' && <LeaveGuard />}
      <output className="block">
        {form.answer && (
          <span className="mt-3 grid gap-1 border-l-2 border-good bg-wash px-4 py-2.5 text-14">
            {t('feed.made-now')}
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <code className="min-w-0 text-13 break-all select-all">{form.answer.address}</code>
              <CopyButton text={form.answer.address} className="shrink-0" />
            </span>
          </span>
        )}
      </output>
      {ending && (
        <Suspense>
          <Question
            title={t('feed.end.ask', { name: ending.name })}
            yesLabel={t('feed.end')}
            noLabel={t('cancel')}
            busy={end.isPending}
            onAnswer={yes => (yes ? end.mutate(ending) : setEnding(undefined))}
          >
            {t('feed.end.text')}
          </Question>
        </Suspense>
      )}
    </>
  )
}
