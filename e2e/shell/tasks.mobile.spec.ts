import { test } from '@playwright/test'
import { countTasks } from './tasks.ts'

countTasks(test)
