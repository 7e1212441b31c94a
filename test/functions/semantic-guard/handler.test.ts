// The function as it is wired: which judge its environment gives it.
import { expect, test } from 'vitest'
import { create } from '../../../functions/semantic-guard/handler.ts'

const open = (environment: Readonly<Record<string, string>>) => () => create({ LEDGER_TABLE: 'x', ...environment })
const openAi = { DIAGNOSIS_MODEL: 'openai', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', OPENAI_MODEL: 'local' }

test('a judge that no model can be stops the function with the variable’s name: it is never off without a word', () => {
  expect(open({ SEMANTIC_JUDGE: 'model' })).toThrow(
    /SEMANTIC_JUDGE=model needs a model, and DIAGNOSIS_MODEL=extractive is none/,
  )
  expect(open({ SEMANTIC_JUDGE: 'model', DIAGNOSIS_MODEL: 'extractive' })).toThrow(/SEMANTIC_JUDGE/)
})

test('the model that diagnoses judges, and needs what it needs to diagnose', () => {
  expect(open({ SEMANTIC_JUDGE: 'model', ...openAi })).not.toThrow()
  expect(open({ SEMANTIC_JUDGE: 'model', DIAGNOSIS_MODEL: 'bedrock' })).toThrow(/BEDROCK_MODEL_ID/)
})

test('without a judge any model will do', () => {
  expect(open({})).not.toThrow()
  expect(open({ SEMANTIC_JUDGE: 'off', DIAGNOSIS_MODEL: 'extractive' })).not.toThrow()
})
