import '../../../i18n/seldom-texts.ts'
import { Maximize, PanelRight } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStored, write } from '../../../api/storage.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import type { Layout } from '../layouts.ts'
import { ToolButton, ToolSelect } from '../ToolButton.tsx'
import type { useFull } from './use-full.ts'

const TogetherChoice = lazy(() => import('./TogetherChoice.tsx'))

/** Lazy-loaded. Buttons for the number of charts side by side, the list next to them, and full screen. */
export default function AroundButtons({ layout, full }: { layout: Layout; full: ReturnType<typeof useFull> }) {
  const t = useTranslation('around')
  const around = useStored('chartAround')
  const isOpen = around['column'] === true
  return (
    <>
      <Suspense>{layout > 1 && <TogetherChoice />}</Suspense>
      <ToolSelect
        label={t('layout')}
        options={(['1', '2', '4'] as const).map(value => ({
          value,
          label: t('layout.charts', { count: Number(value) }),
        }))}
        value={`${layout}`}
        onChange={count => write('chartAround', { ...around, layout: Number(count) })}
        className="max-md:hidden"
      />
      <ToolButton label={t('column')} on={isOpen} onClick={() => write('chartAround', { ...around, column: !isOpen })}>
        <PanelRight size={15} aria-hidden />
      </ToolButton>
      <ToolButton label={t('menu.full')} on={full.is} onClick={full.turn}>
        <Maximize size={15} aria-hidden />
      </ToolButton>
    </>
  )
}
