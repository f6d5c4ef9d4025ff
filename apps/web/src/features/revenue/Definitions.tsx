import { Fragment } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { figureNames } from './figures.ts'

/** Defines each figure. */
export function Definitions() {
  const t = useTranslation('revenue')
  return (
    <Collapsible label={t('definitions')} className="border-t border-line pt-3">
      <dl className="mt-1 grid gap-x-8 gap-y-1.5 text-13 md:grid-cols-[14rem_minmax(0,68ch)]">
        {figureNames.map(name => (
          <Fragment key={name}>
            <dt className="font-strong">{t(name)}</dt>
            <dd className="text-faded max-md:mb-1.5">{t(`what.${name}`)}</dd>
          </Fragment>
        ))}
      </dl>
      <p className="mt-3 max-w-[82ch] text-13 text-faded">{t('what.all')}</p>
    </Collapsible>
  )
}
