import { useTranslation } from '../../i18n/texts.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'

type Props = {
  id: string
  name: string
  value: string
  wrong: string | undefined
  onChange: (event: { target: { value: string } }) => void
  /** Whether the file names a stock on every line. */
  all: boolean
  setAll: (all: boolean) => void
}

/** Field for the stock of a price file, or a checkbox for a file with several stocks. */
export function StockCodeField({ all, setAll, value, wrong, ...field }: Props) {
  const t = useTranslation('admin')
  return (
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
        {...field}
        value={all ? '' : value}
        wrong={!all && wrong}
      />
      <Checkbox label={t('all-stocks')} checked={all} onChange={({ target }) => setAll(target.checked)} />
    </div>
  )
}
