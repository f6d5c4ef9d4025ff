import { type LinkSuffix, markets } from '@finlist/domain/markets'
import { ChevronDown } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useTranslation } from '../../i18n/texts.ts'
import { pathOf } from '../paths.ts'

type Props = { screen: 'finlist' | 'markettrend'; shown: LinkSuffix }

/** Phones only: shows the page's market and switches to the same page of another market. */
export function MarketSelector({ screen, shown }: Props) {
  const t = useTranslation()
  const navigate = useNavigate()
  return (
    <div className="relative max-w-[58vw] min-w-0 md:hidden">
      <select
        aria-label={t('market.label')}
        value={shown}
        onChange={({ target }) => void navigate(pathOf(screen, target.value as LinkSuffix))}
        className="h-11 max-w-full [field-sizing:content] appearance-none truncate rounded-md bg-transparent pr-7 pl-2 text-16 text-ink"
      >
        {markets.map(({ linkSuffix }) => (
          <option key={linkSuffix} value={linkSuffix} className="bg-raised">
            {t(`market.${linkSuffix}`)}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-1.5 my-auto text-faded"
      />
    </div>
  )
}
