import { uploadPrices } from '@finlist/contract/admin'
import { priceColumns } from '@finlist/contract/upload-columns'
import type { ChartExchange } from '@finlist/domain/chart/symbol'
import { useState } from 'react'
import { request } from '../../api/request.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ExchangeField } from './ExchangeField.tsx'
import { FileField } from './FileField.tsx'
import { FileForm } from './FileForm.tsx'
import { useFileForm } from './use-file-form.ts'

export function PricesForm() {
  const t = useTranslation('admin')
  const [all, setAll] = useState(false)
  const form = useFileForm({
    empty: { exchange: '', stockCode: '', lotSize: '' },
    files: ['priceCsv'],
    // The next file is another stock's.
    spent: ['stockCode'],
    check: ({ exchange, stockCode, lotSize }) => ({
      exchange: !exchange && 'missing.exchange',
      stockCode: !all && !stockCode.trim() && 'missing.stockCode',
      lotSize: lotSize.trim() !== '' && !isLotSize(lotSize.trim()) && 'lot-size-wrong',
    }),
    send: ({ exchange, stockCode, lotSize }, files, { dryRun, ...sending }) => {
      const code = all ? undefined : stockCode.trim()
      const query = {
        exchange: exchange as ChartExchange,
        stockCode: code,
        lotSize: lotSize.trim() || undefined,
        dryRun,
      }
      return request(uploadPrices, { query, files, ...sending })
    },
  })
  const code = form.field('stockCode')
  return (
    <FileForm id="prices" form={form} help={[{ title: t('file.priceCsv'), columns: priceColumns }]}>
      <ExchangeField practice {...form.field('exchange')} />
      <div>
        <TextField
          label={t('stock-code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          required={!all}
          disabled={all}
          hint={all && t('all-stocks-hint')}
          {...code}
          value={all ? '' : code.value}
          wrong={!all && code.wrong}
        />
        <Checkbox label={t('all-stocks')} checked={all} onChange={({ target }) => setAll(target.checked)} />
      </div>
      <FileField label={t('file.priceCsv')} {...form.file('priceCsv')} />
      <Collapsible label={t('more')} open={form.wrong['lotSize'] !== undefined} className="md:col-span-2">
        <TextField
          label={t('lot-size')}
          hint={t('lot-size-hint')}
          inputMode="numeric"
          autoComplete="off"
          className="mt-2 md:max-w-72"
          {...form.field('lotSize')}
        />
      </Collapsible>
    </FileForm>
  )
}

const isLotSize = (text: string) => /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000
