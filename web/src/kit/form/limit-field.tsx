import { TypedField } from './typed-field';

interface LimitFieldProps {
  label: string;
  /** Money has fractions; all else is counted. */
  isMoney: boolean;
  value: string;
  placeholder: string;
  onText: (text: string) => void;
}

/** A field for the most of something that may be used. */
export const LimitField = ({ isMoney, ...rest }: LimitFieldProps) => (
  <TypedField {...rest} isNumber min={isMoney ? '0.000001' : '1'} step={isMoney ? 'any' : '1'} />
);
