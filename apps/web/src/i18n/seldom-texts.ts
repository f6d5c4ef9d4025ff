import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,alerts,around,channels,chart-file,check-pick,columns,compare,drawing,education,examples,first-steps,fintrainer,glossary,guide,inbox,keys,legal,list-help,method,model,movers,outlook,replay,screen-figures,screener,search,shareholding,simulator,state-rates,studies,today,tools,track-record,verify,weekly}.json',
    {
      import: 'default',
    },
  ),
)
const definitions = import.meta.glob<Dictionary>('./locales/*/figures.json', {
  query: '?definitions',
  import: 'default',
})
addTexts(
  Object.fromEntries(
    Object.entries(definitions).map(([path, load]) => [path.replace('figures', 'figure-definitions'), load]),
  ),
)
