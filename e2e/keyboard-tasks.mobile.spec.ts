import { test } from '@playwright/test'
import { typeTasks } from './tasks.ts'

typeTasks(test)
