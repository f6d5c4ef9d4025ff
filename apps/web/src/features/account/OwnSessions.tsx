import { endOtherSessions, endSession, type OwnSession, ownSessions } from '@finlist/contract/account/sessions'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { OnFailed } from './on-failed.ts'

const Question = lazy(() => import('../../ui/dialogs/confirm-dialog.tsx'))

type Leaving = OwnSession | 'others'

/** All browsers that are signed in to the account, with a button to sign out all others. */
export function OwnSessions({ onFailed }: { onFailed: OnFailed }) {
  const t = useTranslation('account')
  const nameOf = useSessionName()
  const queries = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState<Leaving>()
  const [done, setDone] = useState('')
  const now = useQuery({ ...callQuery(ownSessions), refetchOnMount: 'always' })
  const ending = useMutation({
    mutationFn: (which: Leaving) =>
      which === 'others' ? request(endOtherSessions) : request(endSession, { params: { sessionId: which.sessionId } }),
    onSuccess: async (_, which) => {
      await queries.invalidateQueries({ queryKey: callQuery(ownSessions).queryKey })
      setDone(which === 'others' ? t('sessions.ended') : t('session.ended', { name: nameOf(which) }))
      setAsking(undefined)
      // The pressed button has been removed, so the list takes the focus.
      setTimeout(() => list.current?.focus())
    },
    onError: error => {
      setAsking(undefined)
      void onFailed(error)
    },
  })
  if (now.isError) return <CallFailed error={now.error} onRetry={() => void now.refetch()} />
  if (!now.data) return <Skeleton className="mt-2 h-24 w-full" />
  const others = now.data.filter(({ isThis }) => !isThis)
  const begin = (which: Leaving) => {
    setDone('')
    setAsking(which)
  }
  return (
    <>
      <p className="max-w-[60ch] pt-3 text-14 text-faded">{t('sessions.text')}</p>
      <ul ref={list} tabIndex={-1} aria-label={t('sessions')} className="mt-1">
        {[...now.data.filter(({ isThis }) => isThis), ...others].map(session => (
          <Row key={session.sessionId} session={session} onEnd={() => begin(session)} />
        ))}
      </ul>
      <output className="block">
        {done && <span className="mt-3 block border-l-2 border-good bg-wash px-4 py-2.5 text-14">{done}</span>}
      </output>
      {others.length > 0 && (
        <Button className="mt-3" onClick={() => begin('others')}>
          {t('sessions.end-others')}
        </Button>
      )}
      {asking && (
        <Suspense>
          <Question
            title={asking === 'others' ? t('sessions.end-others.ask') : t('session.end.ask', { name: nameOf(asking) })}
            yesLabel={t(ending.isPending ? 'session.ending' : 'session.end')}
            noLabel={t('cancel')}
            busy={ending.isPending}
            onAnswer={yes => (yes ? ending.mutate(asking) : setAsking(undefined))}
          >
            {asking === 'others'
              ? t('sessions.end-others.text', { count: others.length })
              : t('session.end.text', { moment: hongKongDate(asking.signedInAt, 'moment') })}
          </Question>
        </Suspense>
      )}
    </>
  )
}

function Row({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useTranslation('account')
  const name = useSessionName()(session)
  const signedIn = hongKongDate(session.signedInAt, 'moment')
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2">
      <span className="grid min-w-0 gap-0.5">
        <span className="space-x-1 text-14">
          {name} {session.isThis && <Badge variant="good">{t('session.this')}</Badge>}
        </span>
        <span className="figures flex flex-wrap gap-x-3 text-13 text-faded">
          <span>{t('session.signed-in', { moment: signedIn })}</span>
          {session.lastUsedAt && (
            <span>{t('session.last-used', { moment: hongKongDate(session.lastUsedAt, 'moment') })}</span>
          )}
        </span>
      </span>
      {!session.isThis && (
        <Button
          className="shrink-0 px-3 md:min-h-8 md:text-13"
          aria-label={t('session.end-named', { name, moment: signedIn })}
          onClick={onEnd}
        >
          {t('session.end')}
        </Button>
      )}
    </li>
  )
}

function useSessionName() {
  const t = useTranslation('account')
  return ({ client, browser, system }: OwnSession) => {
    if (client === 'command-line') return t('session.command-line')
    return browser && system ? t('session.on', { browser, system }) : browser || system || t('session.unknown')
  }
}
