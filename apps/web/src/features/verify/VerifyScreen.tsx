import { useState } from 'react'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { ChainPart } from './ChainPart.tsx'
import type { Checked } from './check-record.ts'
import { ListPart } from './ListPart.tsx'

/**
 * Lets anyone verify what was published: that the chain of the record is intact, and that the method yields a given
 * list.
 */
export default function VerifyScreen() {
  const t = useTranslation('verify')
  const [checked, setChecked] = useState<Checked>()
  return (
    <article className="mx-auto max-w-[78ch] text-14 leading-relaxed">
      <PageHeader title={t('screen.verify')} />
      {(['intro.what', 'intro.masked', 'intro.outlooks', 'intro.here'] as const).map(key => (
        <p key={key} className="mb-3">
          {t(key)}
        </p>
      ))}
      <div className="mt-6 grid gap-8">
        <Section title={t('section.chain')}>
          <ChainPart onChecked={setChecked} />
        </Section>
        <Section title={t('section.list')}>
          <p className="mt-3">{t('list.intro')}</p>
          {checked && checked.issues.length > 0 && <ListPart issues={checked.issues} models={checked.models} />}
        </Section>
      </div>
    </article>
  )
}
