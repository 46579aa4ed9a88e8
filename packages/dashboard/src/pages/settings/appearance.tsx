import { colors } from 'virtual:design-tokens';
import { Box, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type Accent, accentOf, contrast, type Language, languages, limits, logoFrom } from '@tessera/contract';
import { useRef, useState } from 'react';
import { Hint, Note } from '../../components/basics.js';
import { useChange } from '../../data/api.js';
import { nodesOf, language as pageLanguage, textOf } from '../../text.js';
import classes from './appearance.module.css';
import { SettingForm } from './setting-form.js';

/** The colors of a workspace that has set none. */
const serviceAccent: Accent = {
  fill: colors.action[0],
  onFill: colors['on-action'][0],
  light: colors.link[0],
  dark: colors.link[1],
};

const themes = {
  light: { title: textOf('On light pages'), ground: colors.page[0], text: colors.text[0] },
  dark: { title: textOf('On dark pages'), ground: colors.page[1], text: colors.text[1] },
} as const;

const languageNames = new Intl.DisplayNames(pageLanguage, { type: 'language' });
const oneDecimal = new Intl.NumberFormat(pageLanguage, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Lets an admin set the color, logo and language that members see, with a preview. */
export function AppearanceForm(saved: { name: string; color: string | null; logo: string | null; language: Language }) {
  const update = useChange('settings.update_workspace');
  const [typed, setTyped] = useState(saved.color ?? '');
  const [logo, setLogo] = useState(saved.logo);
  const [language, setLanguage] = useState(saved.language);
  const color = typed.trim() === '' ? null : typed.trim().toLowerCase();
  const isColor = color === null || /^#[0-9a-f]{6}$/.test(color);
  const accent = isColor && color !== null ? accentOf(color) : serviceAccent;
  const change = {
    ...(color === saved.color ? {} : { color }),
    ...(logo === saved.logo ? {} : { logo }),
    ...(language === saved.language ? {} : { language }),
  };
  const save = async (): Promise<string> => {
    await update.mutateAsync({ body: change });
    return textOf('The appearance was saved.');
  };
  return (
    <SettingForm action={textOf('Save appearance')} isChanged={isColor && Object.keys(change).length > 0} save={save}>
      {(refusal, fields) => (
        <Stack w="100%">
          <Note>
            {textOf(
              'Members see the name, the logo and the colour on reading pages, on their account page, in mails and when they sign in by an invite.',
            )}
          </Note>
          <Group align="flex-end">
            <TextInput
              label={textOf('Colour')}
              description={textOf('Such as #0b5566. Empty: the colour of Tessera.')}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              error={fields.color ?? (isColor ? undefined : textOf('A colour is # and six of 0-9 and a-f.'))}
              flex="1 1 10rem"
            />
            <input
              type="color"
              className={classes.picker}
              aria-label={textOf('Choose a colour')}
              value={accent.fill}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          </Group>
          <NativeSelect
            label={textOf('Language')}
            description={textOf('Of pages and mails, where neither the person nor their browser asks for another.')}
            value={language}
            data={languages.map((value) => ({ value, label: languageNames.of(value) ?? value }))}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
          />
          <LogoField logo={logo} onChange={setLogo} refusal={fields.logo} />
          <Preview name={saved.name} accent={accent} logo={logo} />
          {refusal !== undefined && Object.keys(fields).length === 0 && (
            <Text size="sm" c="red" role="alert">
              {refusal}
            </Text>
          )}
        </Stack>
      )}
    </SettingForm>
  );
}

function LogoField(props: {
  logo: string | null;
  onChange: (logo: string | null) => void;
  refusal: string | undefined;
}) {
  const { logo, onChange, refusal } = props;
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File): Promise<void> => {
    const read = file.size > limits.logoBytes ? undefined : logoFrom(new Uint8Array(await file.arrayBuffer()));
    if (read === undefined) {
      const sizes = { name: file.name, size: file.size, most: limits.logoBytes };
      setProblem(textOf('{name} has {size} bytes. A logo can have at most {most}.', sizes));
    } else if ('problem' in read) {
      setProblem(textOf('{name} is not a PNG, JPEG or WebP image.', { name: file.name }));
    } else {
      setProblem(undefined);
      onChange(read.url);
    }
  };
  return (
    <fieldset aria-label={textOf('Logo')}>
      <Text size="sm" fw={600}>
        {textOf('Logo')}
      </Text>
      <Hint mb={6}>{textOf('A PNG, JPEG or WebP image of at most {most} bytes.', { most: limits.logoBytes })}</Hint>
      <Group gap="xs">
        <Button variant="default" onClick={() => input.current?.click()}>
          {textOf('Choose a logo')}
        </Button>
        {logo !== null && (
          <Button variant="subtle" color="red" onClick={() => onChange(null)}>
            {textOf('Remove the logo')}
          </Button>
        )}
      </Group>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        hidden
        aria-label={textOf('Choose a logo')}
        onChange={({ currentTarget }) => {
          const [file] = Array.from(currentTarget.files ?? []);
          currentTarget.value = '';
          if (file !== undefined) void take(file);
        }}
      />
      {(problem ?? refusal) !== undefined && (
        <Text size="sm" c="red" mt={6} role="alert">
          {problem ?? refusal}
        </Text>
      )}
    </fieldset>
  );
}

function Preview({ name, accent, logo }: { name: string; accent: Accent; logo: string | null }) {
  return (
    <Group grow preventGrowOverflow={false} align="stretch">
      {(['light', 'dark'] as const).map((theme) => {
        const { title, ground, text } = themes[theme];
        const link = accent[theme];
        return (
          <Box
            component="figure"
            key={theme}
            aria-label={title}
            miw="14rem"
            px="md"
            py="sm"
            bd="1px solid var(--app-line)"
            bdrs="lg"
            fz="sm"
            bg={ground}
            c={text}
          >
            <Group gap={8} mih={28}>
              {logo !== null && (
                <Box component="img" src={logo} alt="" h={28} maw="9rem" style={{ objectFit: 'contain' }} />
              )}
              <strong>{name}</strong>
            </Group>
            <Box my="sm">
              {nodesOf('Text with {link}', {
                link: <span style={{ color: link, textDecoration: 'underline' }}>{textOf('a link')}</span>,
              })}{' '}
              <Text
                span
                inherit
                fw={600}
                px="sm"
                py={4}
                bdrs="md"
                bd={`1px solid ${link}`}
                bg={accent.fill}
                c={accent.onFill}
              >
                {textOf('A button')}
              </Text>
            </Box>
            <Text component="figcaption" size="xs" inherit>
              {textOf('{title}: links {link}, contrast {ratio}:1', {
                title,
                link,
                ratio: oneDecimal.format(contrast(link, ground)),
              })}
            </Text>
          </Box>
        );
      })}
    </Group>
  );
}
