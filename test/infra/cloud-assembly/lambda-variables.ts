import type { BundledFunction } from '../../../infra/cloud-assembly/read-functions.ts'

/** What Lambda itself puts into a function's environment, as far as the bundles look at it ("Defined runtime environment variables"). */
export function lambdaVariables({ name, memoryMb }: BundledFunction): Record<string, string> {
  return {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_RUNTIME_API: '127.0.0.1:9',
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
  }
}
