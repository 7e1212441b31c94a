import { describe, expect, test } from 'vitest'
import { commands } from '../../../../lib/semantic/rules/commands.ts'
import { faultsOf } from '../faults-of.ts'

const deletion = 'To free the pod run `kubectl delete pod api-1 --namespace payments` as the operator.'
const block = 'To free the pod:\n```bash\nkubectl delete pod api-1 --namespace payments\n```\nThen look at the log.'

const reports: readonly [why: string, statement: string, evidence: string, words: string[]][] = [
  ['an option left out', 'Run `kubectl delete pod api-1` now.', deletion, ['kubectl delete pod api-1']],
  ['an option left out of a block', 'Run `kubectl delete pod api-1` now.', block, ['kubectl delete pod api-1']],
  [
    'an option left out behind a prompt',
    'Run `kubectl delete pod api-1` now.',
    'Type:\n$ kubectl delete pod api-1 --namespace payments\n',
    ['kubectl delete pod api-1'],
  ],
  [
    'an option left out of prose',
    'Run `kubectl delete pod api-1` now.',
    'Run kubectl delete pod api-1 --namespace payments now.',
    ['kubectl delete pod api-1'],
  ],
  [
    'a name that an option narrows',
    'Run `terraform destroy` now.',
    'Run `terraform destroy -target=module.old` now.',
    ['terraform destroy'],
  ],
  [
    'an object more in the evidence',
    'Run `mv /srv/a.log /srv/b.log` now.',
    'Run `mv /srv/a.log /srv/b.log /srv/old` now.',
    ['mv /srv/a.log /srv/b.log'],
  ],
  [
    'a statement of SQL cut',
    'Run `DELETE FROM sessions` now.',
    'Run `DELETE FROM sessions WHERE expired` now.',
    ['DELETE FROM sessions'],
  ],
  [
    'a statement of SQL cut from prose',
    'Run `DELETE FROM sessions` now.',
    'Run DELETE FROM sessions WHERE expired now.',
    ['DELETE FROM sessions'],
  ],
  ['a name cut within', 'Run `kubectl delete pod api` now.', deletion, ['kubectl delete pod api']],
  ['an unknown program with an option', 'Run `tool -x one` now.', 'Run `tool -x one two` now.', ['tool -x one']],
  ['one of a chain cut', 'Run `cd /srv && rm -rf old` now.', 'Run `cd /srv && rm -rf old/tmp` now.', ['rm -rf old']],
  [
    'another object in prose',
    'Run kubectl delete namespace payments.',
    'Run kubectl delete pod payments/api-7f9c.',
    ['kubectl delete namespace payments'],
  ],
  [
    'another object of a sentence that opens with it',
    'kubectl delete namespace payments.',
    'Run kubectl delete pod payments/api-7f9c.',
    ['kubectl delete namespace payments'],
  ],
  [
    'another object behind a plural',
    'Run kubectl delete pods web.',
    'Run kubectl delete pod api.',
    ['kubectl delete pods web'],
  ],
  [
    'another object behind a placeholder',
    'Run kubectl label node primary --list.',
    'Run `kubectl label node <node> --all`.',
    ['kubectl label node primary --list'],
  ],
  [
    'another subcommand in prose',
    'Run systemctl stop nginx on the node.',
    'Run `systemctl restart nginx` on the node.',
    ['systemctl stop nginx'],
  ],
  [
    'an option left out where it is told in prose',
    'Run kubectl delete pod api-1, then look.',
    deletion,
    ['kubectl delete pod api-1'],
  ],
  [
    'an option left out where the sentence goes on',
    'Run kubectl delete pod api-1 now.',
    deletion,
    ['kubectl delete pod api-1 now'],
  ],
  [
    'a statement of SQL told in prose and cut',
    'Run DELETE FROM sessions.',
    'Run DELETE FROM sessions WHERE expired now.',
    ['DELETE FROM sessions'],
  ],
  [
    'another object in Chinese',
    '执行 kubectl delete namespace payments。',
    '执行 kubectl delete pod payments/api-7f9c。',
    ['kubectl delete namespace payments'],
  ],
]

const silent: readonly [why: string, statement: string, evidence: string][] = [
  ['the whole', 'Run `kubectl delete pod api-1 --namespace payments` now.', deletion],
  ['the whole of a block', 'Run `kubectl delete pod api-1 --namespace payments` now.', block],
  ['a bare name', 'Drain the node with `kubectl drain` first.', 'Drain the node with `kubectl drain node-1` first.'],
  ['a command behind sudo', 'Run `systemctl restart nginx` now.', 'Run `sudo systemctl restart nginx` now.'],
  ['one of a pipe', 'Run `kubectl get pods` now.', 'Run `kubectl get pods | grep api` now.'],
  ['one of a chain', 'Run `systemctl reload nginx` now.', 'Run `nginx -t && systemctl reload nginx` now.'],
  ['one within another', 'Run `oc get pvc -o json` now.', 'Type:\n$ oc describe `oc get pvc -o json`\n'],
  ['code for prose', 'Run `systemctl restart nginx` now.', 'Run systemctl restart nginx, then look.'],
  ['prose for code', 'Run systemctl restart nginx, then look.', 'Run `systemctl restart nginx` now.'],
  ['what a program says', 'It logs `dial tcp: connection refused`.', 'It logs `dial tcp: connection refused by api`.'],
  ['a name in prose', 'Run kubectl get pods to see them.', 'Run kubectl get pods -n payments to see them.'],
  ['prose that goes on', 'Run kubectl drain gently.', 'Run kubectl drain --force node-1 gently.'],
  ['a verb behind a command', 'git push fails with 403.', 'Run git push origin main.'],
  ['a program as a thing', 'Look at the docker daemon.', 'Run docker ps and look at the daemon.'],
  ['what a program gives', 'Use kubectl output as it is.', 'Run kubectl get pods and use the output as it is.'],
  ['a placeholder filled in', 'Run kubectl cordon primary now.', 'Run `kubectl cordon <node>` now.'],
  ['the mark behind a command', 'The log says: mkdir /srv/app failed', 'It says\n```\nmkdir /srv/app: failed\n```\n'],
  ['the quote behind a command', 'It says: mkdir /srv/app failed', 'It says\n```\n["mkdir /srv/app"]\n```\n'],
  [
    'a sentence taken word for word',
    'Awk x "kubectl -n "$1 there.',
    '```\nkubectl -n payments get pods\nAwk x "kubectl -n "$1 there.\n```\n',
  ],
  ['a command that the evidence does not know', 'Run `tool -x one` now.', 'Run it now.'],
]

describe('a command line', () => {
  test.each(reports)('is reported with %s', (_, statement, evidence, words) => {
    expect(faultsOf(commands, statement, evidence)).toEqual(words)
  })
  test.each(silent)('stays silent: %s', (_, statement, evidence) => {
    expect(faultsOf(commands, statement, evidence)).toEqual([])
  })
})
