import type { ModelPort } from '../model-port.ts'
import { createBedrockModel } from './bedrock-model.ts'
import { createExtractiveModel } from './extractive-model.ts'
import { createOpenAiModel } from './openai-model.ts'

/** Spec 08, "Configuration of the functions". An address ends in `/v1`; times are in ms. */
export type ModelSettings = {
  readonly DIAGNOSIS_MODEL: 'extractive' | 'bedrock' | 'openai'
  readonly BEDROCK_MODEL_ID?: string | undefined
  readonly OPENAI_BASE_URL?: string | undefined
  readonly OPENAI_MODEL?: string | undefined
  /** Name of the secret that holds the key; stands before the key itself. */
  readonly OPENAI_API_KEY_SECRET?: string | undefined
  /** The key itself, for local use. */
  readonly OPENAI_API_KEY?: string | undefined
  readonly MODEL_TIMEOUT_MS: number
}

/**
 * The model as configured.
 * @param effects `now`: epoch ms; `readSecret`: the text of a secret by name, asked once a turn
 * @throws Error that names a variable which the choice needs and which is not set
 */
export function openModel(
  settings: ModelSettings,
  effects: { readonly now: () => number; readonly readSecret: (name: string) => Promise<string> },
): ModelPort {
  const { MODEL_TIMEOUT_MS: timeoutMs, OPENAI_API_KEY_SECRET: secret, OPENAI_API_KEY: key } = settings
  const needed = (name: 'BEDROCK_MODEL_ID' | 'OPENAI_BASE_URL' | 'OPENAI_MODEL'): string => {
    const value = settings[name]
    if (value) return value
    throw new Error(
      `Configuration is not valid: ${name} is not set, and DIAGNOSIS_MODEL=${settings.DIAGNOSIS_MODEL} needs it`,
    )
  }
  switch (settings.DIAGNOSIS_MODEL) {
    case 'extractive':
      return createExtractiveModel()
    case 'bedrock':
      return createBedrockModel({ modelId: needed('BEDROCK_MODEL_ID'), timeoutMs, now: effects.now })
    case 'openai':
      return createOpenAiModel({
        baseUrl: needed('OPENAI_BASE_URL'),
        model: needed('OPENAI_MODEL'),
        apiKey: async () => (secret ? effects.readSecret(secret) : (key ?? null)),
        timeoutMs,
        now: effects.now,
      })
  }
}
