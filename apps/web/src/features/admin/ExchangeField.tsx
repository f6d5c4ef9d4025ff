import { practiceSpaces } from '@finlist/domain/chart/symbol'
import { markets } from '@finlist/domain/markets'
import { useTranslation } from '../../i18n/texts.ts'
import { SelectField } from '../../ui/fields/select-field.tsx'

type Props = {
  /** Whether to offer practice too, because its prices are uploaded in the same way. */
  practice?: boolean
  id: string
  value: string
  wrong: string | undefined
  onChange: (event: { target: { value: string } }) => void
}

/**
 * Choice of one of the five markets, or practice. No market is preselected, to avoid loading data into the wrong one.
 */
export function ExchangeField({ practice = false, ...props }: Props) {
  const t = useTranslation('admin')
  return (
    <SelectField
      label={t('exchange')}
      empty={t('choose')}
      options={[
        ...markets.map(({ id, linkSuffix }) => ({
          value: id,
          label: t('exchange.option', { market: t(`market.${linkSuffix}`), id }),
        })),
        ...(practice ? practiceSpaces : []).map(id => ({
          value: id,
          label: t('exchange.option', { market: t(`space.${id}`), id }),
        })),
      ]}
      required
      {...props}
    />
  )
}
