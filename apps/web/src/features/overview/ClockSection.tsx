import { type DemoClock, demoClock, moveDemoClock } from '@finlist/contract/staff/demo-clock'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { renewAccessToken } from '../../api/session.ts'
import { failureText } from '../../components/failure-text.ts'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Section } from '../../ui/section.tsx'
import { clockSteps, hongKongDayAfter, stepFrom } from './clock-steps.ts'

const lookEveryMs = 400

/** The clock of a demo: its current time, and buttons that advance it. */
export function ClockSection() {
  const t = useTranslation('overview')
  const queries = useQueryClient()
  const clock = useQuery({
    ...callQuery(demoClock),
    refetchInterval: ({ state: { data } }) => (data?.moving ? lookEveryMs : false),
  })
  const moving = clock.data?.moving ?? null
  const move = useMutation({
    mutationFn: (to: number) => request(moveDemoClock, { body: { until: new Date(to).toISOString() } }),
    onSuccess: data => queries.setQueryData(callQuery(demoClock).queryKey, data),
  })
  const wasMoving = useRef(false)
  useEffect(() => {
    // All data on the page is now outdated.
    if (wasMoving.current && !moving)
      void renewAccessToken()
        .then(() => queries.invalidateQueries())
        .catch(console.error)
    wasMoving.current = moving !== null
  }, [moving, queries])
  const [day, setDay] = useState('')
  if (!clock.data) return null
  const now = Date.parse(clock.data.now)
  const ahead = Math.round(clock.data.aheadMs / 86_400_000)
  const isBusy = moving !== null || move.isPending
  return (
    <Section title={t('clock')} beside={<p className="text-12 text-faded">{t('clock.about')}</p>}>
      <p className="mt-2.5 text-14">
        <span className="font-strong">{hongKongDate(clock.data.now, 'moment')}</span>{' '}
        <span className="text-faded">{ahead === 0 ? t('clock.level') : t('clock.ahead', { count: ahead })}</span>
      </p>
      <div className="mt-3 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="flex flex-wrap gap-2">
          {clockSteps.map(step => (
            <Button key={step} disabled={isBusy} onClick={() => move.mutate(stepFrom(now, step))}>
              {t(`clock.step.${step}`)}
            </Button>
          ))}
        </div>
        <form
          className="flex items-end gap-2"
          onSubmit={event => {
            event.preventDefault()
            move.mutate(Date.parse(`${day}T00:00:00+08:00`))
          }}
        >
          <TextField
            label={t('clock.to')}
            type="date"
            required
            browserValidated
            min={hongKongDayAfter(now, 1)}
            max={hongKongDayAfter(stepFrom(now, 'year'), 0)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button type="submit" disabled={isBusy}>
            {t('clock.move')}
          </Button>
        </form>
      </div>
      <output className="mt-3 block text-13">{moving && <Progress clock={clock.data} moving={moving} />}</output>
      {move.isError && (
        <p role="alert" className="mt-3 text-13 text-wrong">
          {failureText(move.error, t)}
        </p>
      )}
      {clock.data.error && (
        <p role="alert" className="mt-3 text-13 wrap-anywhere text-wrong">
          {t('clock.stopped', { error: clock.data.error })}
        </p>
      )}
    </Section>
  )
}

function Progress({ clock, moving }: { clock: DemoClock; moving: NonNullable<DemoClock['moving']> }) {
  const t = useTranslation('overview')
  const [from, to, now] = [moving.from, moving.to, clock.now].map(Date.parse) as [number, number, number]
  const part = moving.stage === 'data' ? 1 : (now - from) / (to - from)
  return (
    <>
      {moving.stage === 'data'
        ? t('clock.making-data')
        : t('clock.moving', { moment: hongKongDate(clock.now, 'long'), to: hongKongDate(moving.to, 'long') })}
      <progress
        className="mt-1.5 block h-1.5 w-full max-w-120 accent-accent"
        value={part}
        aria-label={t('clock.progress')}
      />
    </>
  )
}
