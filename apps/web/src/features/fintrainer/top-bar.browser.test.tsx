import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, show, sticksOut } from '../../../test/show.tsx'
import { unknownOperator } from '../../api/operator.ts'
import { operatorFacts } from '../../api/operator-facts.ts'
import { queryClient } from '../../api/query-client.ts'
import { ScenarioChoice } from './ScenarioChoice.tsx'
import { TopBar } from './TopBar.tsx'

const nothing = () => undefined
const bar = (
  <>
    <TopBar onBack={nothing} onBoard={nothing} onHelp={nothing}>
      <ScenarioChoice scenario="normal" onChoose={nothing} />
    </TopBar>
    <main id="content" />
  </>
)

for (const screen of ['phone', 'narrow'] as const)
  for (const look of looks)
    test(`the game's header is one line on a ${screen} screen in ${look.language}`, async () => {
      queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
      await show(bar, { ...look, screen, isWhole: true, texts: ['fintrainer'] })
      const header = page.getByRole('banner')
      await expect.element(header.getByRole('combobox')).toBeVisible()
      expect(header.element().getBoundingClientRect().height).toBeLessThan(50)
      expect(sticksOut()).toEqual([])
    })

test.each(looks)('on a phone the scenario being played is readable in $language', async look => {
  queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
  await show(bar, { ...look, screen: 'phone', isWhole: true, texts: ['fintrainer'] })
  const choice = page.getByRole('combobox')
  await expect.element(choice).toBeVisible()
  const select = choice.element() as HTMLElement
  const shown = select.getBoundingClientRect().width
  select.style.flex = 'none'
  expect(shown).toBeGreaterThanOrEqual(select.getBoundingClientRect().width)
})
