import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { looks, show, sticksOut } from '../../../test/show.tsx'
import { unknownOperator } from '../../api/operator.ts'
import { operatorFacts } from '../../api/operator-facts.ts'
import { queryClient } from '../../api/query-client.ts'
import { ScenarioChoice } from './ScenarioChoice.tsx'
import { TopBar } from './TopBar.tsx'

const nothing = () => undefined

for (const screen of ['phone', 'narrow'] as const)
  for (const look of looks)
    test(`the game's header is one line on a ${screen} screen in ${look.language}`, async () => {
      queryClient.setQueryData(operatorFacts.queryKey, { ...unknownOperator, demoData: true })
      await show(
        <>
          <TopBar onBack={nothing} onBoard={nothing} onHelp={nothing}>
            <ScenarioChoice scenario="normal" onChoose={nothing} />
          </TopBar>
          <main id="content" />
        </>,
        { ...look, screen, isWhole: true, texts: ['fintrainer'] },
      )
      const header = page.getByRole('banner')
      await expect.element(header.getByRole('combobox')).toBeVisible()
      expect(header.element().getBoundingClientRect().height).toBeLessThan(50)
      expect(sticksOut()).toEqual([])
    })
