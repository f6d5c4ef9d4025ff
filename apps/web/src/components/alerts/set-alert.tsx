import '../../i18n/seldom-texts.ts'
import { user } from '@finlist/contract/account/account'
import { type Alert, changeAlert, setAlert } from '@finlist/contract/alerts'
import type { AlertKind } from '@finlist/domain/alerts/kind-names'
import { alertRules, isTried, largestValue } from '@finlist/domain/alerts/kinds'
import { padded } from '@finlist/domain/chart/padded'
import { currencyOf, type ExchangeId, marketOf } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CallError, ForbiddenError } from '../../api/call-error.ts'
import { invalidate } from '../../api/invalidate.ts'
import { callQuery } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import Dialog from '../../ui/dialogs/dialog.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { leaving } from '../leaving.ts'
import { Link } from '../link.tsx'
import { StockSearch } from '../stock/stock-search.tsx'
import { nameOf } from '../stock-name.ts'
import { useCallForm } from '../use-call-form.ts'
import { type AlertStart, bodyOf, changesOf, needsStock, startOf, type Typed, validValue } from './alert-form.ts'
import { isOpenTo, kindsFor, marketsOf } from './alert-kinds.ts'
import { AlertTerms } from './alert-terms.tsx'
import { AlertTrial } from './alert-trial.tsx'
import { alertInWords, conditionOf, stockOf } from './alert-words.ts'

type Props = {
  start?: AlertStart
  /** The alert to change. Its kind and stock cannot be changed. */
  alert?: Alert
  /** Called with the alert that was set. If omitted, the dialog itself confirms the alert. */
  onSet?: (alert: Alert) => void
  onClose: () => void
}

/** Lazy-loaded. Dialog that sets a new alert or changes one. */
export default function SetAlert({ start = {}, alert, onSet, onClose }: Props) {
  const t = useTranslation('alerts')
  const list = useTranslation('watchlist')
  const refusalId = useId()
  const [done, setDone] = useState<Alert>()
  const { stock } = start
  const form = useCallForm(setAlert, {
    start: startOf(alert ?? start),
    ask: typed => ({ body: bodyOf(typed) }),
    fields: { stockCode: 'picked' },
    words: { picked: list('stock.required') },
    check: typed => ({
      picked: needsStock(typed) && !typed.picked && list('stock.required'),
      value: valueFault(typed),
    }),
    send: async (asked, typed) => {
      const body = alert && changesOf(typed, alert)
      if (body && Object.keys(body).length === 0) return alert
      const answer =
        alert && body
          ? await request(changeAlert, { params: { alertId: alert.alertId }, body })
          : await request(setAlert, asked)
      await invalidate(topic => topic === 'alerts')
      return answer
    },
    onDone: answer => {
      if (!onSet) return setDone(answer)
      onSet(answer)
      onClose()
    },
  })
  /**
   * Validates what the call's schema cannot: that a kind that needs a value has one, and that the value is not above
   * its maximum.
   */
  function valueFault({ kind, value }: Typed): string | undefined {
    const unit = alertRules[kind].value
    if (unit === 'none') return undefined
    if (value.trim() === '') return t(`value.required.${unit}`)
    if (unit !== 'price' && Number(value) > largestValue[unit]) return t('value.most', { most: largestValue[unit] })
    return undefined
  }
  const { kind, exchange, picked, of } = form.values
  const rule = alertRules[kind]
  const { data: me } = useQuery(callQuery(user))
  const lacksRight = me !== undefined && !me.rights.includes(rule.right(exchange))
  const possible = kindsFor(stock && exchange)
  const offered = possible.filter(one => one === kind || isOpenTo(me, one, stock && exchange))
  const hasMore = offered.length < possible.length
  // A given stock has no field that could show its error.
  const ofStock = stock && (form.wrong('picked') ?? form.wrong('exchange'))
  const refusal = form.failure instanceof ForbiddenError ? t('set.no-right') : (form.refusal ?? ofStock)
  const isFull = form.failure instanceof CallError && form.failure.errors[0]?.code === 'limit'
  const chooseKind = (next: AlertKind) => {
    form.set('kind', next)
    form.set('value', alertRules[next].value === rule.value ? form.values.value : '')
    const allowed = marketsOf(next)
    if (!allowed.includes(exchange)) chooseMarket(allowed[0]!)
  }
  const chooseMarket = (next: ExchangeId) => {
    form.set('exchange', next)
    if (picked && picked.exchange !== next) form.set('picked', undefined)
  }
  const title = alert
    ? alert.stockCode === null
      ? t('change.title.all')
      : t('change.title', { stock: stockOf(alert) })
    : stock && picked
      ? t('set.title.stock', { stock: `${padded(exchange, picked.stockCode)} ${nameOf(picked)}` })
      : t('set.title')
  if (done)
    return (
      <Dialog open narrow onClose={onClose} title={title} closeLabel={t('close')}>
        <output className="block text-14">{t('set.done', { what: alertInWords(done, t) })}</output>
        <div className="mt-4 flex flex-wrap justify-end gap-3">
          <Link to="/alerts" className={buttonClass('plain', 'max-md:flex-1')}>
            {t('set.to-all')}
          </Link>
          <Button ref={focus} variant="main" onClick={onClose} className="max-md:flex-1">
            {t('ok')}
          </Button>
        </div>
      </Dialog>
    )
  const close = () => leaving(onClose)
  return (
    <Dialog open narrow onClose={close} title={title} closeLabel={t('close')}>
      {form.isTyped && !form.isSending && <LeaveGuard />}
      <form {...form.props} aria-describedby={refusal ? refusalId : undefined} className="grid gap-4">
        {alert ? (
          <p className="text-14">{conditionOf(alert, t)}</p>
        ) : (
          <>
            <SelectField
              label={t('kind')}
              name="kind"
              value={kind}
              wrong={form.wrong('kind')}
              onChange={({ target }) => chooseKind(target.value as AlertKind)}
              options={offered.map(value => ({ value, label: t(`kind.${value}`) }))}
            />
            <p className="-mt-2 text-13 text-faded">
              {t(`about.${kind}`)} {lacksRight && t('set.no-right')} {hasMore && !lacksRight && t('set.more')}{' '}
              {(lacksRight || hasMore) && (
                <Link
                  to="/subscribe"
                  className="inline-flex min-h-6 items-center text-accent underline max-md:min-h-11"
                >
                  {t('set.plans')}
                </Link>
              )}
            </p>
            {!stock && (
              <SelectField
                label={t('market.label')}
                name="exchange"
                value={exchange}
                wrong={form.wrong('exchange')}
                onChange={({ target }) => chooseMarket(target.value as ExchangeId)}
                options={marketsOf(kind).map(id => ({ value: id, label: t(`market.${marketOf(id).linkSuffix}`) }))}
              />
            )}
            {rule.stock === 'one-or-all' && (
              <SegmentedControl
                legend={t('of')}
                value={of}
                onChange={next => form.set('of', next)}
                options={[
                  { value: 'all', label: t(`of.all.${kind}` as 'of.all.stop') },
                  { value: 'one', label: t(stock ? 'of.this' : 'of.one') },
                ]}
              />
            )}
            {!stock && needsStock(form.values) && (
              <StockSearch
                exchange={exchange}
                picked={picked}
                onPick={next => form.set('picked', next)}
                wrong={form.wrong('picked')}
              />
            )}
          </>
        )}
        {rule.value !== 'none' && (
          <TextField
            label={t(`value.${rule.value}`, { currency: currencyOf[exchange] })}
            hint={t(`value.hint.${kind}` as 'value.hint.move')}
            type="number"
            inputMode="decimal"
            required
            min={0}
            step="any"
            className="md:max-w-60"
            {...form.field('value')}
          />
        )}
        {isTried(kind) && !lacksRight && (
          <AlertTrial kind={kind} exchange={exchange} stockCode={picked?.stockCode} value={validValue(form.values)} />
        )}
        <AlertTerms form={form} startsOpen={alert !== undefined} />
        {refusal && (
          <p id={refusalId} role="alert" className="text-13 text-wrong">
            {refusal}
            {isFull && (
              <>
                {' '}
                <Link to="/alerts" className="inline-flex min-h-6 items-center max-md:min-h-11" onClick={onClose}>
                  {t('set.to-all')}
                </Link>
              </>
            )}
          </p>
        )}
        <div className="flex justify-end gap-3">
          <Button onClick={close} className="max-md:flex-1">
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" disabled={form.isSending} className="max-md:flex-1">
            {t(alert ? 'save' : 'set')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Takes over the focus from the submit button, which has been removed. */
const focus = (button: HTMLElement | null) => button?.focus()
