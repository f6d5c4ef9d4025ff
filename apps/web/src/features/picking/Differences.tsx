import type { ProposalOfWeek } from '@finlist/contract/picking'
import { useTranslation } from '../../i18n/texts.ts'
import { differenceOf, differences } from './difference.ts'
import { Names } from './Names.tsx'

/** The changes that publishing would make: the count of each kind, with names. */
export function Differences({ proposal }: { proposal: ProposalOfWeek }) {
  const t = useTranslation('picking')
  const found = differenceOf(proposal)
  return (
    <dl aria-label={t('differences')} className="text-13">
      {differences.map(kind => (
        <div
          key={kind}
          className="grid grid-cols-[7.5rem_2rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-line py-1.5 first:pt-0 max-md:grid-cols-[minmax(0,1fr)_2rem]"
        >
          <dt className="text-faded">{t(`mark.${kind}`)}</dt>
          <dd className="figures text-14 font-strong">{found[kind].length}</dd>
          <dd className="wrap-anywhere max-md:col-span-2 max-md:text-12">
            <Names stocks={found[kind]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
