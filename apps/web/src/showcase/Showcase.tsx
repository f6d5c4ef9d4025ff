import { languageIds, languages } from '@finlist/i18n/languages'
import { SegmentedControl } from '../ui/fields/segmented-control.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Section } from '../ui/section.tsx'
import { Buttons } from './Buttons.tsx'
import { Fields } from './Fields.tsx'
import { Lists } from './Lists.tsx'
import { languageNow, show, t, themeNow, themes } from './look.ts'
import { Overlays } from './Overlays.tsx'

/** All components of `ui/` on one page, which is `/parts` in development. */
export const Showcase = () => (
  <div className="mx-auto max-w-280 px-4 py-5 md:px-6">
    <PageHeader title={t('title')}>
      <p className="text-13 text-faded">{t('about')}</p>
    </PageHeader>
    <div className="mb-6 flex flex-wrap gap-4">
      <SegmentedControl
        legend={t('theme')}
        options={themes.map(value => ({ value, label: t(value) }))}
        value={themeNow()}
        onChange={chosen => show({ theme: chosen })}
      />
      <SegmentedControl
        legend={t('language')}
        options={languageIds.map(value => ({ value, label: languages[value].tag }))}
        value={languageNow()}
        onChange={chosen => show({ language: chosen })}
      />
    </div>
    <div className="grid gap-6 md:grid-cols-2">
      <Section title={t('buttons')}>
        <Buttons />
      </Section>
      <Section title={t('over')}>
        <Overlays />
      </Section>
    </div>
    <Section title={t('fields')}>
      <Fields />
    </Section>
    <Section title={t('lists')}>
      <Lists />
    </Section>
  </div>
)
