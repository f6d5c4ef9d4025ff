import type { uploadFinList } from '@finlist/contract/staff/admin'
import { type Asked, type ImportKind, importOf, imports } from '@finlist/contract/staff/imports'
import { priceKinds } from '@finlist/domain/prices/kinds'
import { useState } from 'react'
import { type RequestOptions, request } from '../../api/request.ts'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Help } from './ColumnHelp.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { ReadingFields, type ReadingName, readingNames } from './ReadingFields.tsx'
import { StockCodeField } from './StockCodeField.tsx'
import { useFileForm } from './use-file-form.ts'

type FileName = { [Kind in ImportKind]: keyof (typeof imports)[Kind]['files'] }[ImportKind]
type Query = RequestOptions<typeof uploadFinList>['query']
type Values = Partial<Record<Asked | ReadingName, string>>

/** The upload form for one kind of data, derived from the contract of that kind's call. */
export function ImportForm({ kind }: { kind: ImportKind }) {
  const t = useTranslation('admin')
  const { call, asks, files: columnsOf } = importOf(kind)
  const [all, setAll] = useState(false)
  const fileNames = Object.keys(columnsOf) as FileName[]
  const form = useFileForm<Asked | ReadingName, FileName>({
    empty: Object.fromEntries([...asks, ...readingNames].map(name => [name, ''])) as Record<
      Asked | ReadingName,
      string
    >,
    files: fileNames,
    spent: asks.filter(name => name in ofOneFile),
    check: values => {
      const found = Object.fromEntries(asks.map(name => [name, faultOf[name]?.(values[name])]))
      return all ? { ...found, stockCode: false } : found
    },
    send: (values, files, { dryRun, ...sending }) =>
      request(call as typeof uploadFinList, {
        query: { ...queryOf(all ? { ...values, stockCode: '' } : values), dryRun } as Query,
        files,
        ...sending,
      }),
  })
  const help = fileNames.map(name => ({ title: t(`file.${name}`), columns: columnsOf[name] })) as Help[]
  return (
    <FileForm id={kind} form={form} help={help}>
      {asks.includes('exchange') && <ExchangeField practice={kind === 'prices'} {...form.field('exchange')} />}
      {asks.includes('stockCode') && <StockCodeField all={all} setAll={setAll} {...form.field('stockCode')} />}
      {asks.includes('prices') && (
        <SelectField
          label={t('price-kind')}
          empty={t('price-kind.last')}
          options={priceKinds.map(value => ({ value, label: t(`price-kind.${value}`) }))}
          {...form.field('prices')}
        />
      )}
      {asks.includes('issueDate') && (
        <TextField type="date" label={t('issue-date')} required {...form.field('issueDate')} />
      )}
      {asks.includes('takenAt') && (
        <TextField type="datetime-local" label={t('taken-at')} hint={t('taken-at-hint')} {...form.field('takenAt')} />
      )}
      {fileNames.map(name => (
        <FileField key={name} label={t(`file.${name}`)} {...form.file(name)} />
      ))}
      {asks.includes('confirm') && (
        <Checkbox
          label={t('confirm-load')}
          checked={form.field('confirm').value === 'true'}
          onChange={({ target }) => form.field('confirm').onChange({ target: { value: target.checked ? 'true' : '' } })}
        />
      )}
      <ReadingFields
        open={(['lotSize', ...readingNames] as const).some(name => form.wrong[name] !== undefined)}
        field={form.field}
      >
        {asks.includes('lotSize') && (
          <TextField
            label={t('lot-size')}
            hint={t('lot-size-hint')}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('lotSize')}
          />
        )}
      </ReadingFields>
    </FileForm>
  )
}

/** Initial values of the fields that apply to one file only. They are cleared after the upload. */
const ofOneFile: Values = { stockCode: '', takenAt: '', confirm: '' }

const faultOf: Partial<Record<Asked, (value: string) => Key<'admin'> | false>> = {
  exchange: value => !value && 'missing.exchange',
  issueDate: value => !value && 'missing.issueDate',
  stockCode: value => !value.trim() && 'missing.stockCode',
  lotSize: value => value.trim() !== '' && !isLotSize(value.trim()) && 'lot-size-wrong',
}

const isLotSize = (text: string) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000

const queryOf = (values: Values) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value !== ''),
  )
