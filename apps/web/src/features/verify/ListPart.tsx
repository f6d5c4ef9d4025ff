import { markets } from '@finlist/domain/markets'
import { useState } from 'react'
import { hongKongDate } from '../../components/hong-kong-date.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import type { RecordedIssue, RecordedModel } from './check-record.ts'
import { FileField } from './FileField.tsx'
import { ListResult } from './ListResult.tsx'
import { useMakeAgain } from './use-make-again.ts'

/** Rebuilds an issue of the record, from our prices or from the visitor's. */
export function ListPart({ issues, models }: { issues: readonly RecordedIssue[]; models: readonly RecordedModel[] }) {
  const t = useTranslation('verify')
  const there = markets.filter(({ id }) => issues.some(({ market }) => market === id))
  const [market, setMarket] = useState<string>(there[0]!.id)
  const ofMarket = issues.filter(issue => issue.market === market).toReversed()
  const [chosen, setChosen] = useState<string>()
  const issue = ofMarket.find(({ seq }) => String(seq) === chosen) ?? ofMarket[0]!
  const { state, make, forget } = useMakeAgain(models)
  const isWorking = state !== undefined && 'working' in state
  return (
    <div className="mt-3 grid gap-4">
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField
          label={t('list.market')}
          value={market}
          options={there.map(({ id, linkSuffix }) => ({ value: id, label: t(`market.${linkSuffix}`) }))}
          onChange={event => {
            setMarket(event.target.value)
            forget()
          }}
        />
        <SelectField
          label={t('list.issue')}
          value={String(issue.seq)}
          options={ofMarket.map(({ seq, madeAt }) => ({
            value: String(seq),
            label: t('list.entry', { seq, at: hongKongDate(madeAt, 'moment') }),
          }))}
          onChange={event => {
            setChosen(event.target.value)
            forget()
          }}
        />
      </div>
      <div>
        <Button variant="main" disabled={isWorking} onClick={() => void make(issue)}>
          {t('list.ours')}
        </Button>
      </div>
      <FileField label={t('list.own')} accept=".csv,.gz" onChoose={file => file && void make(issue, file)} />
      <output className="block">{state && <ListResult state={state} />}</output>
    </div>
  )
}
