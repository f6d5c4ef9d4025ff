import { updateTrend } from '@finlist/contract/market-trend'
import { type MarketTrend, marketTrends } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CallError, errorMessage } from '../../api/call-error.ts'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { formatDay } from '../../parts/market-dates.ts'
import { showAlert } from '../../parts/show-alert.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { forgetMarketData } from './queries.ts'
import { TrendProposal } from './TrendProposal.tsx'

const empty = { exchange: '', term: '', marketTrend: '', startDate: '' }
type Name = keyof typeof empty
type Told = typeof empty & { amends: boolean }
const names = Object.keys(empty) as Name[]
const terms = ['short', 'long'] as const

/** Sets a market's state, for the short or the mid to long term; or corrects the last one that was set. */
export function TrendForm() {
  const t = useTranslation('admin')
  const [values, setValues] = useState(empty)
  const [amend, setAmend] = useState(false)
  const [wrong, setWrong] = useState<Partial<Record<Name, string>>>({})

  const tell = (message: string, then: Name | undefined) => void showAlert(message).then(() => focus(then))
  const sending = useMutation({
    mutationFn: ({ amends, ...told }: Told) =>
      request(updateTrend, {
        query: { exchange: told.exchange as ExchangeId, ...(!amends && { startDate: told.startDate }) },
        body: { marketTrend: told.marketTrend as MarketTrend, shortTerm: told.term === 'short', amend: amends },
      }),
    onSuccess: ({ startDate }, told) => {
      void forgetMarketData()
      setValues({ ...empty, exchange: told.exchange })
      setAmend(false)
      const state = t(`trend.${told.marketTrend as MarketTrend}`)
      tell(t('said.trend', { state, date: formatDay(startDate) }), 'exchange')
    },
    onError: error => {
      const found: typeof wrong = {}
      for (const { field, message } of error instanceof CallError ? error.errors : []) {
        const name = names.find(known => known === field)
        if (name) found[name] = message
      }
      setWrong(found)
      const message = errorMessage(error) ?? t('error.unknown')
      tell(
        t('said.failed', { message }),
        names.find(name => found[name]),
      )
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found: typeof wrong = {}
    if (!values.exchange) found.exchange = t('missing.exchange')
    if (!values.term) found.term = t('missing.term')
    if (!values.marketTrend) found.marketTrend = t('missing.marketTrend')
    if (!values.startDate && !amend) found.startDate = t('missing.startDate')
    setWrong(found)
    const first = names.find(name => found[name])
    if (first) focus(first)
    else sending.mutate({ ...values, amends: amend })
  }
  const field = (name: Name) => ({
    id: name,
    name,
    value: values[name],
    wrong: wrong[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues(now => ({ ...now, [name]: target.value }))
      setWrong(now => ({ ...now, [name]: undefined }))
    },
  })
  return (
    <section aria-labelledby="form-title" className="min-w-0">
      <h2 id="form-title" className="text-16 font-strong">
        {t('form.trend')}
      </h2>
      <p className="mt-1 mb-5 max-w-[64ch] text-14 text-faded">{t('about.trend')}</p>
      <form noValidate aria-busy={sending.isPending} aria-labelledby="form-title" onSubmit={submit}>
        <fieldset
          disabled={sending.isPending}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-5 md:grid-cols-2"
        >
          <ExchangeField {...field('exchange')} />
          <SelectField
            label={t('term')}
            empty={t('choose')}
            required
            options={terms.map(value => ({ value, label: t(`term.${value}`) }))}
            {...field('term')}
          />
          <SelectField
            label={t('trend')}
            empty={t('choose')}
            required
            options={marketTrends.map(value => ({ value, label: t(`trend.${value}`) }))}
            {...field('marketTrend')}
          />
          <div>
            <TextField
              type="date"
              label={t('start-date')}
              {...field('startDate')}
              value={amend ? '' : values.startDate}
              required={!amend}
              disabled={amend}
              wrong={amend ? undefined : wrong.startDate}
            />
            <Checkbox label={t('amend')} checked={amend} onChange={({ target }) => setAmend(target.checked)} />
          </div>
          <Button type="submit" variant="main" className="md:justify-self-start md:px-8">
            {t(sending.isPending ? 'sending' : 'publish')}
          </Button>
        </fieldset>
      </form>
      {values.exchange && (
        <TrendProposal
          exchange={values.exchange as ExchangeId}
          busy={sending.isPending}
          onConfirm={confirmed => sending.mutate({ ...confirmed, exchange: values.exchange, amends: false })}
        />
      )}
    </section>
  )
}

const focus = (name: Name | undefined) => name && document.getElementById(name)?.focus()
