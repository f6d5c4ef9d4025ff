import { user } from '@finlist/contract/account/account'
import type { Alert } from '@finlist/contract/alerts'
import { markets } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { isOpenTo } from '../../components/alerts/alert-kinds.ts'
import { alertInWords } from '../../components/alerts/alert-words.ts'
import { failureText } from '../../components/failure-text.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { showAlert } from '../../components/notices/show-alert.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlertRow } from './AlertRow.tsx'
import { byMarketAndKind } from './by-market.ts'
import { alertsQuery, bringBack, remove, setPaused } from './queries.ts'

const Example = lazy(() => import('../../components/examples/example.tsx'))
const SetAlert = lazy(() => import('../../components/alerts/set-alert.tsx'))

/** Suggestions for a first alert. The first `shownExamples` that the user may set are shown. */
const examples = ['price-above', 'buy-point', 'issue', 'move', 'volume'] as const
const shownExamples = 3

type Doing = { set: (typeof examples)[number] | undefined } | { change: Alert }

/** All alerts, by market and kind. Each can be paused, changed, deleted and restored. */
export function OwnAlerts() {
  const t = useTranslation('alerts')
  const now = useQuery(alertsQuery())
  const { data: me } = useQuery(callQuery(user))
  const [doing, setDoing] = useState<Doing>()
  /** Alerts deleted here that can still be restored. */
  const [gone, setGone] = useState<readonly Alert[]>([])
  if (now.isError) return <CallFailed error={now.error} onRetry={() => void now.refetch()} />
  if (!now.data) return <Skeleton className="h-96 w-full" />
  const { alerts, most } = now.data
  const isFull = alerts.length >= most
  const attempt = async (work: Promise<unknown>) => {
    try {
      await work
      return true
    } catch (error) {
      await showAlert(failureText(error, t))
      return false
    }
  }
  const takeAway = async (alert: Alert) => {
    if (await attempt(remove(alert))) setGone(before => [...before, alert])
  }
  const undo = async (alert: Alert) => {
    if (!(await attempt(bringBack(alert)))) return
    setGone(before => before.filter(it => it !== alert))
    document.getElementById('page-title')?.focus()
  }
  const shown = [...alerts, ...gone.filter(({ alertId }) => !alerts.some(it => it.alertId === alertId))]
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-13 text-faded">
          <output>{t('count', { count: alerts.length, most })}</output>
          {isFull && (
            <>
              {' · '}
              <span id="alerts-full">{t('full')}</span>
            </>
          )}
        </p>
        <Button
          variant="main"
          disabled={isFull}
          aria-describedby={isFull ? 'alerts-full' : undefined}
          aria-haspopup="dialog"
          onClick={() => setDoing({ set: undefined })}
          className="max-md:w-full"
        >
          <Plus size={16} aria-hidden />
          {t('add')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <Nothing me={me} onExample={set => setDoing({ set })} />
      ) : (
        <div className="flex flex-col gap-7">
          {byMarketAndKind(shown).map(({ exchange, alerts }) => (
            <Section
              key={exchange}
              title={t(`market.${markets.find(({ id }) => id === exchange)!.linkSuffix}`)}
              beside={<span className="text-12 text-faded">{alerts.filter(it => !gone.includes(it)).length}</span>}
            >
              <ul>
                {alerts.map(alert =>
                  gone.includes(alert) ? (
                    <Gone key={alert.alertId} alert={alert} onUndo={() => void undo(alert)} />
                  ) : (
                    <AlertRow
                      key={alert.alertId}
                      alert={alert}
                      onPause={paused => void attempt(setPaused(alert, paused))}
                      onChange={() => setDoing({ change: alert })}
                      onDelete={() => void takeAway(alert)}
                    />
                  ),
                )}
              </ul>
            </Section>
          ))}
        </div>
      )}
      <Suspense>
        {doing && (
          <SetAlert
            {...('change' in doing ? { alert: doing.change } : { start: doing.set ? { kind: doing.set } : {} })}
            onSet={() => undefined}
            onClose={() => setDoing(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

function Gone({ alert, onUndo }: { alert: Alert; onUndo: () => void }) {
  const t = useTranslation('alerts')
  return (
    <li className="flex items-center justify-between gap-3 border-b border-line py-1.5 text-13 text-faded">
      <span className="min-w-0 wrap-anywhere">{t('deleted', { what: alertInWords(alert, t) })}</span>
      {/* Takes over the focus from the menu, which has closed. */}
      <Button ref={focus} variant="quiet" onClick={onUndo} className="shrink-0 text-accent!">
        {t('undo')}
      </Button>
    </li>
  )
}

const focus = (button: HTMLElement | null) => button?.focus()

type NothingProps = { me: Parameters<typeof isOpenTo>[0]; onExample: (kind: (typeof examples)[number]) => void }

function Nothing({ me, onExample }: NothingProps) {
  const t = useTranslation('alerts')
  // Phones load the example once it is asked for: their first view has room for little more than the buttons.
  const phone = useIsPhone()
  const [isAsked, setPictured] = useState(false)
  const isPictured = isAsked || !phone
  return (
    <section className="mx-auto max-w-160 py-8 text-center">
      <h2 className="text-16 font-strong">{t('empty.title')}</h2>
      <p className="mx-auto mt-2 max-w-[56ch] text-14 text-faded">{t('empty.text')}</p>
      <p className="mt-5 text-13 font-strong">{t('empty.examples')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {examples
          .filter(kind => isOpenTo(me, kind))
          .slice(0, shownExamples)
          .map(kind => (
            <Button key={kind} aria-haspopup="dialog" onClick={() => onExample(kind)}>
              {t(`kind.${kind}`)}
            </Button>
          ))}
      </div>
      {isPictured ? (
        <Suspense>
          <div className="pt-4 text-start">
            <Example of="alerts" />
          </div>
        </Suspense>
      ) : (
        <Button variant="quiet" onClick={() => setPictured(true)} className="mt-4 text-accent!">
          {t('empty.picture')}
        </Button>
      )}
    </section>
  )
}
