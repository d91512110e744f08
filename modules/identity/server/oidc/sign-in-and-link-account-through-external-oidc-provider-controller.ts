import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { providerSignInTicket, signInHolder } from '#server/auth/ticket-between-sign-in-steps.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { originOf } from '#server/http/files/upload-controllers-and-storage-route.ts';
import { notifyAccountChanged } from '#server/message/notify-person-of-credential-changes-and-new-devices.ts';
import { boolean, integer, list, nothing, object, string } from '#server/open-api/json-schema-shorthands.ts';
import type { Platform } from '#server/platform/server-module-declaration.ts';
import { badParameter, forbidden, notFound, Refused } from '#server/refusal.ts';
import { oidcSettings } from '../../contract/single-sign-on-oidc-settings.ts';
import { identityProofInputs } from '../second-factor/identity-proof-inputs.ts';
import { proveIdentity } from '../second-factor/prove-identity-by-password-and-second-factor.ts';
import { writeAdminSignInLog } from '../session/open-admin-session.ts';
import { beginSignInSteps } from '../sign-in/sign-in-steps-after-password-controller.ts';
import { loadOidcLibrary, readOidcProvider } from './oidc-provider.ts';

/** Most pending sign-ins through the provider. */
const mostFlows = 5000;

const texts = {
  busy: text('正在登录的人太多，请几分钟后再试', 'Too many people are signing in. Try again in a few minutes'),
  refused: text('统一身份认证未通过', 'Single sign-on was not accepted'),
  unknown: text(
    '没有与此身份关联的账号。请先用密码登录，在“个人资料与密码”中关联。',
    'No account is linked to this identity. Sign in with your password and link it under “Profile and password”.',
  ),
  alreadyLinked: text('此身份已关联其他账号', 'This identity is already linked to another account'),
  linked: text('已关联', 'Linked'),
  unlinked: text('已解除关联', 'Unlinked'),
  link: text('统一身份认证-关联', 'Identity provider: link'),
  unlink: text('统一身份认证-解除关联', 'Identity provider: unlink'),
};

/** Characters of the secret that travel by the provider; the other half stays in the browser. */
const stateLength = 22;

interface Claims {
  readonly [name: string]: unknown;
  readonly sub: string;
}

/** Label of an identity for its owner. */
const labelOf = ({ sub, email, preferred_username, name }: Claims): string =>
  [email, preferred_username, name, sub]
    .find((one): one is string => typeof one === 'string' && one !== '')
    ?.slice(0, 100) ?? sub;

/** The caller's linked identities. */
const index = call({
  gate: 'login',
  summary: text('本人关联的统一身份', 'Own linked identities'),
  answer: object({
    enabled: boolean,
    list: list(object({ issuer: string, subject: string, label: string, createtime: integer })),
  }),
  run: async ({ engine: { db, settings }, caller }) => ({
    enabled: settings(oidcSettings).enabled === '1',
    list: await db.rows<{
      issuer: string;
      subject: string;
      label: string;
      createtime: number;
    }>(sql`select issuer, subject, label, floor(extract(epoch from createtime))::bigint as createtime
      from auth_identity where admin_id = ${caller.id} order by createtime`),
  }),
});

const byProvider = {
  gate: 'none',
  methods: ['POST'],
  silent: true,
  secret: true,
  limit: { perMinute: 30 },
  inputFrom: 'body',
} as const;
const startInput = {
  keep: field.switch(text('保持登录', 'Stay signed in')),
  link: field.switch(text('关联本人账号', "Link one's own account")),
};
const finishInput = {
  search: field.text(text('回调地址的查询部分', 'Query part of the redirect address'), { required: true, max: 8000 }),
  binder: field.text(text('开始时所得', 'Received at the start'), { required: true, max: 100 }),
};

/**
 * Sign-in by an identity provider: authorization code with PKCE, state and nonce, and a secret known only to the
 * starting browser.
 */
export function signInThroughExternalOidcProviderController(platform: Platform): Controller {
  const { engine } = platform;
  const { db } = engine;
  return {
    app: 'admin',
    name: 'oidc',
    actions: {
      index,
      start: call({
        ...byProvider,
        summary: text(
          '开始统一身份认证；link 与 password 为关联本人账号',
          "Start single sign-on; link and password link one's own account",
        ),
        input: startInput,
        checkedInRun: { password: identityProofInputs.password },
        answer: object({ url: string, binder: string }),
        run: start,
      }),
      finish: call({
        ...byProvider,
        summary: text('完成统一身份认证', 'Complete single sign-on'),
        input: finishInput,
        answer: object({}),
        run: (made) => finish(platform, made),
      }),
      unlink: call({
        gate: 'login',
        methods: ['POST'],
        secret: true,
        title: texts.unlink,
        summary: text('解除关联', 'Unlink'),
        inputFrom: 'body',
        // whose identity it is comes before which one
        checkedInRun: {
          issuer: field.text(text('颁发者', 'Issuer'), { required: true }),
          subject: field.text(text('身份', 'Subject'), { required: true }),
          password: identityProofInputs.password,
        },
        answer: nothing,
        async run(made) {
          await proveIdentity(made);
          const { id, locale } = made.caller;
          const { issuer, subject } = made.body;
          if (typeof issuer !== 'string' || typeof subject !== 'string') throw badParameter();
          const gone = await db.row(sql`delete from auth_identity
            where issuer = ${issuer} and subject = ${subject} and admin_id = ${id} returning 1 as gone`);
          if (!gone) throw notFound();
          await notifyAccountChanged(engine, db, { type: 'admin', id }, ['identity'], { locale });
          return new Answer(null, texts.unlinked[locale]);
        },
      }),
    },
  };
}

/** `{keep}` signs in; `{link: true, password}` links the caller's account. Answers the provider's URL. */
async function start(made: CallWithValidatedInput<typeof startInput>) {
  const { engine, input, caller, request } = made;
  const { db, settings } = engine;
  const linking = input.link === '1';
  if (linking) {
    if (caller.type !== 'admin' || caller.viewing !== undefined) throw forbidden();
    await proveIdentity(made);
  }
  const config = await readOidcProvider(engine);
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier } =
    await loadOidcLibrary();
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()];
  const redirect = new URL('/admin/login', originOf(request)).href; // as it will come back: without a default port
  const secret = await db.transaction(async (tx) => {
    // serialised, or concurrent starts would exceed the limit
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('sign-in by provider'))`);
    const pending = await tx.row<{ count: number }>(sql`select count(*)::int as count from one_time_ticket
      where purpose = ${providerSignInTicket.rules.name} and expires_at > now()`);
    if ((pending?.count ?? 0) >= mostFlows) throw new Refused(texts.busy, { data: { reason: 'too_frequent' } });
    const content = {
      nonce,
      verifier,
      redirect_uri: redirect,
      persistent: input.keep === '1',
      admin_id: linking ? caller.id : null,
    };
    const holder = linking ? { holder: signInHolder({ type: 'admin', id: caller.id }) } : {};
    return providerSignInTicket.issue(tx, { ...holder, content });
  });
  const [state, binder] = [secret.slice(0, stateLength), secret.slice(stateLength)];
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: settings(oidcSettings).scope,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { url: url.href, binder };
}

/** `{search, binder}`: the query of the URL the provider redirected to, from `?` on. */
async function finish(platform: Platform, made: CallWithValidatedInput<typeof finishInput>) {
  const { engine, input, caller } = made;
  const { db } = engine;
  const search = new URLSearchParams(input.search);
  // a state is valid once, in the browser that started
  const flow = await providerSignInTicket.redeem(db, `${search.get('state') ?? ''}${input.binder}`);
  const claims = await readClaims(engine, search, flow);
  const { issuer } = (await readOidcProvider(engine)).serverMetadata();
  if (flow.admin_id !== null) {
    if (caller.type !== 'admin' || caller.id !== flow.admin_id) throw forbidden();
    return link(made, issuer, claims, caller.id);
  }
  const identity = await db.row<{ admin_id: number }>(sql`update auth_identity i set used_at = now() from auth_admin a
    where i.issuer = ${issuer} and i.subject = ${claims.sub} and a.id = i.admin_id and a.status = '1' returning i.admin_id`);
  // only linked identities sign in: an e-mail vouched for by the provider proves nothing here
  if (!identity) throw new Refused(texts.unknown, { data: { reason: 'invalid' } });
  return beginSignInSteps(platform, made, {
    who: { type: 'admin', id: identity.admin_id },
    persistent: flow.persistent,
    by: 'oidc',
    factorDone: false,
  });
}

/** The provider's claims about the user of a code. */
async function readClaims(
  engine: Engine,
  search: URLSearchParams,
  { redirect_uri, nonce, verifier }: { redirect_uri: string; nonce: string; verifier: string },
): Promise<Claims> {
  const config = await readOidcProvider(engine);
  const { authorizationCodeGrant, fetchUserInfo } = await loadOidcLibrary();
  try {
    const tokens = await authorizationCodeGrant(config, new URL(`${redirect_uri}?${search.toString()}`), {
      pkceCodeVerifier: verifier,
      expectedState: search.get('state') ?? '',
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    if (!config.serverMetadata().userinfo_endpoint) return claims;
    // many providers give names only there; claims of the signed token take precedence
    const profile: object = await fetchUserInfo(config, tokens.access_token, claims.sub).catch(() => ({}));
    return { ...profile, ...claims };
  } catch (error) {
    const { error: refusal, error_description: why } = error as { error?: unknown; error_description?: unknown };
    engine.log.warn({ reason: String(error), refusal, why }, 'the identity provider did not vouch for somebody');
  }
  throw new Refused(texts.refused, { data: { reason: 'invalid' } });
}

/** Links an identity to an account, unless already linked. */
async function link(made: Call, issuer: string, claims: Claims, adminId: number) {
  const { engine, caller } = made;
  const { db } = engine;
  const linked = await db.row(sql`insert into auth_identity (issuer, subject, admin_id, label)
    values (${issuer}, ${claims.sub}, ${adminId}, ${labelOf(claims)}) on conflict (issuer, subject) do nothing returning 1 as linked`);
  if (!linked) throw new Refused(texts.alreadyLinked, { data: { reason: 'duplicate' } });
  await writeAdminSignInLog(made, { id: adminId, username: caller.name }, texts.link);
  await notifyAccountChanged(engine, db, { type: 'admin', id: adminId }, ['identity'], {
    locale: caller.locale,
  });
  return new Answer({ linked: true }, texts.linked[caller.locale]);
}
