import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/emulators/global-setup.ts', 'test/infra/cloud-assembly/synthesize-once.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: {
      POWERTOOLS_DEV: 'false',
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      // CDK's own template validator takes seconds a stack; `npm run synth` has it on.
      CDK_VALIDATION: 'false',
    },
    coverage: { provider: 'v8', include: ['lib/**/*.ts', 'functions/**/*.ts', 'infra/**/*.ts'], reporter: ['text'] },
  },
})
