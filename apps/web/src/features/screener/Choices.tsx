import type { MarketMap } from '@finlist/contract/screener'
import { type Market, markets } from '@finlist/domain/markets'
import { type ChangePeriod, changePeriods } from '@finlist/domain/screener/period-changes'
import { useTranslation } from '../../i18n/texts.ts'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useIsPhone } from '../../ui/is-phone.ts'
import { sectorIn, type useMapAddress } from './address.ts'
import { useSectorName } from './sector-name.ts'

type Props = {
  market: Market
  address: ReturnType<typeof useMapAddress>
  /** The market's sectors; empty until they have loaded. */
  sectors: MarketMap['sectors']
}

/** What is shown: the market, the period of the change, all sectors or one, and a map or a table. */
export function Choices({ market, address, sectors }: Props) {
  const t = useTranslation('screener')
  const phone = useIsPhone()
  const nameOf = useSectorName(sectors)
  const periods = changePeriods.map(value => ({ value, label: t(`period.${value}`) }))
  return (
    <div className="mb-3 grid grid-cols-2 items-end gap-x-3 gap-y-2 md:flex md:flex-wrap md:gap-x-5">
      <SelectField
        label={t('market.label')}
        value={market.linkSuffix}
        onChange={event => address.setMarket(event.target.value)}
        options={markets.map(({ linkSuffix }) => ({ value: linkSuffix, label: t(`market.${linkSuffix}`) }))}
        className="md:w-38"
      />
      {phone ? (
        <SelectField
          label={t('period')}
          value={address.period}
          onChange={event => address.setPeriod(event.target.value as ChangePeriod)}
          options={periods}
        />
      ) : (
        <SegmentedControl legend={t('period')} options={periods} value={address.period} onChange={address.setPeriod} />
      )}
      <SelectField
        label={t('sector')}
        value={sectorIn(sectors, address) ?? ''}
        empty={t('sector.all')}
        onChange={({ target: { value } }) => address.setSector(value === '' ? null : sectors[Number(value)]!.name)}
        options={sectors.map((_, at) => ({ value: String(at), label: nameOf(at) }))}
        className="md:w-50"
      />
      <SegmentedControl
        legend={t('view')}
        options={[
          { value: 'map', label: t('view.map') },
          { value: 'table', label: t('view.table') },
        ]}
        value={address.isTable ? 'table' : 'map'}
        onChange={view => address.setTable(view === 'table')}
      />
    </div>
  )
}
